//! The parts of a chat page that the runtime needs to find.

macro_rules! roles {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// A part of a chat page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Role {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Role {
            /// Every role.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The role's name in presets and selector files.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// What the role is for, in a sentence.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc,)+).trim_ascii(),)+ }
            }
        }
    };
}

roles! {
    /// Where the prompt is written.
    Composer = "composer",
    /// The control that sends the prompt.
    Send = "send",
    /// Is on the page while an answer is being made.
    Busy = "busy",
    /// Is in an answer's turn once the answer is finished.
    EndMarker = "end_marker",
    /// The control that opens an empty conversation.
    NewChat = "new_chat",
    /// The control that confirms opening an empty conversation, where the page asks.
    NewChatConfirm = "new_chat_confirm",
    /// One prompt in the conversation.
    UserTurn = "user_turn",
    /// One answer in the conversation.
    AssistantTurn = "assistant_turn",
    /// The text of an answer, inside its turn.
    AnswerBody = "answer_body",
    /// Inside an answer's turn, but no part of the answer.
    Excluded = "excluded",
    /// Names the model that answers.
    ModelLabel = "model_label",
    /// A message of the page about limits or errors.
    Notice = "notice",
    /// The control that asks for the same answer again after an error, or for the rest of it.
    Retry = "retry",
    /// Stands in the way of everything: a login, a challenge.
    Wall = "wall",
}

impl Role {
    /// The role called `name`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|role| role.as_str() == name)
    }
}

/// For each role an ordered list of CSS selectors: the first that matches is used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selectors([Vec<String>; Role::ALL.len()]);

impl Selectors {
    /// The selectors of `role`, in order.
    #[must_use]
    pub fn get(&self, role: Role) -> &[String] {
        &self.0[role as usize]
    }

    /// Sets the selectors of `role`.
    pub fn set(&mut self, role: Role, selectors: Vec<String>) {
        self.0[role as usize] = selectors;
    }

    /// Reads an object of role → list of selectors; roles that are not named stay `None` in
    /// the overrides.
    pub fn read(
        node: &crate::json::Node<'_>,
        problems: &mut crate::problem::Problems,
    ) -> Option<Vec<(Role, Vec<String>)>> {
        problems.by_role(node, |problems, node| {
            problems.array(node, |problems, node| problems.filled(node))
        })
    }

    /// Replaces the lists of the roles that `overrides` names.
    pub fn apply(&mut self, overrides: &[(Role, Vec<String>)]) {
        for (role, selectors) in overrides {
            self.set(*role, selectors.clone());
        }
    }

    /// Writes the roles that have selectors as an object.
    pub fn write(&self, out: &mut crate::json::Writer) {
        out.object(|out| {
            for &role in Role::ALL {
                if !self.get(role).is_empty() {
                    write_list(out.key(role.as_str()), self.get(role));
                }
            }
        });
    }
}

/// Writes overrides as they were read.
pub fn write_overrides(out: &mut crate::json::Writer, overrides: &[(Role, Vec<String>)]) {
    out.object(|out| {
        for (role, selectors) in overrides {
            write_list(out.key(role.as_str()), selectors);
        }
    });
}

/// Writes a list of selectors.
pub(crate) fn write_list(out: &mut crate::json::Writer, selectors: &[String]) {
    out.array(|out| {
        for selector in selectors {
            out.string(selector);
        }
    });
}

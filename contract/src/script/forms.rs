//! The forms a script can take. All carry the same body: the plan, the packed runtime and a
//! few lines that unpack and start it.

use base64ct::{Base64, Encoding};

use super::dense::{self, DECODE};
use super::escape::{comment_line, json_as_source, source_as_url};
use super::squeeze::{UNSQUEEZE, squeeze};
use super::{Plan, Runtime};

/// Firefox silently does not keep a bookmark with more characters than this.
pub const FIREFOX_BOOKMARK_LIMIT: usize = 65_536;
/// Chromium does not run a bookmark with more characters than this.
pub const CHROMIUM_BOOKMARK_LIMIT: usize = 2_097_152;

/// A form of delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// A script to paste into the console or a snippet.
    Raw,
    /// A `javascript:` URL.
    Bookmarklet,
    /// A script for a userscript manager, which runs it at every load of the page.
    Userscript,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 3] = [Self::Raw, Self::Bookmarklet, Self::Userscript];

    /// The form's name, as in `--as`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Bookmarklet => "bookmarklet",
            Self::Userscript => "userscript",
        }
    }
}

/// Unpacks raw-deflated bytes, without fetch and without eval.
const UNPACK: &str = r#"u=b=>new Response(new Blob([d(b)]).stream().pipeThrough(new DecompressionStream("deflate-raw")))"#;

/// Says what went wrong where nothing of the runtime could start; built like the overlay.
pub(super) const FAIL: &str = r#"e=>{const t="Browser Harness could not start: "+(/Compile|wasm|WebA/i.test(e)?"this page's policy forbids WebAssembly: make the script with --no-wasm.":e);console.error(t,e);const d=document.createElement("div");d.role="alert";d.textContent=t;d.style.cssText="position:fixed;z-index:2147483647;top:12px;right:12px;max-width:360px;padding:12px 16px;background:#fff;color:#8a1c1c;border:1px solid #8a1c1c;border-radius:8px;font:14px/1.4 system-ui,sans-serif";document.body.append(d)}"#;

/// Wraps `plan` and `runtime` into `form`.
#[must_use]
pub fn package(runtime: &Runtime, plan: &Plan, form: Form) -> String {
    match form {
        Form::Raw => {
            let header = header(&runtime.version, &runtime.toolchain, plan);
            [&header, "\n", &raw_body(runtime, plan), "\n"].concat()
        }
        Form::Userscript => {
            let plan = userscript_plan(plan);
            let header = userscript_header(&runtime.version, &runtime.toolchain, &plan);
            [&header, "\n", &raw_body(runtime, &plan), "\n"].concat()
        }
        Form::Bookmarklet => source_as_url(&bookmarklet_body(runtime, plan)),
    }
}

/// The plan stands in the script as it is, so that a person can read what will be sent.
fn raw_body(runtime: &Runtime, plan: &Plan) -> String {
    let plan = json_as_source(&plan.to_json());
    [
        "(async()=>{\nconst plan=",
        &plan,
        ";\n",
        DECODE,
        ",\n",
        UNPACK,
        ",\nstart=",
        &runtime.loader,
        ";\nawait start(new Uint8Array(await u(\"",
        &dense::encode(&packed_wasm(runtime)),
        "\").arrayBuffer()),JSON.stringify(plan));\n})().catch(",
        FAIL,
        ");",
    ]
    .concat()
}

/// Runtime and plan are squeezed together: length is what a bookmark has least of.
fn bookmarklet_body(runtime: &Runtime, plan: &Plan) -> String {
    let mut bytes =
        miniz_oxide::inflate::decompress_to_vec(&packed_wasm(runtime)).unwrap_or_default();
    let wasm_length = bytes.len();
    bytes.extend(plan.to_json().as_bytes());
    [
        "void(async()=>{const ",
        UNSQUEEZE,
        ",w=",
        &wasm_length.to_string(),
        ",o=c(\"",
        &squeeze(&bytes),
        "\",",
        &bytes.len().to_string(),
        ");await(",
        &runtime.loader,
        ")(o.subarray(0,w),new TextDecoder().decode(o.subarray(w)))})().catch(",
        FAIL,
        ")",
    ]
    .concat()
}

/// A runtime file holds base64, which every tool reads; a script holds what is shorter.
fn packed_wasm(runtime: &Runtime) -> Vec<u8> {
    Base64::decode_vec(&runtime.wasm).unwrap_or_default()
}

/// A userscript manager runs it anew after every load of the page, so it goes on by itself.
pub(super) fn userscript_plan(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.options.continue_after_load = true;
    plan
}

/// What a person reads first in a script.
pub(super) fn header(version: &str, toolchain: &str, plan: &Plan) -> String {
    let prompts = match &plan.pack {
        Some(pack) => format!(
            "{} prompts of \"{}\", in full below under \"items\"",
            pack.items.len(),
            comment_line(&pack.name)
        ),
        None => "none in here: you choose a pack on the page".to_owned(),
    };
    format!(
        "// Browser Harness {}: sends prompts on a chat page and records the answers.\n\
         // Runs only on {}; on any other page it says so and does nothing.\n\
         // Prompts: {prompts}.\n\
         // It loads nothing and connects to nothing. What it records stays in this browser\n\
         // until you save it. Paste it into the console of the chat page, or into a snippet.\n\
         // Built with {}.",
        comment_line(version),
        plan.target.origin,
        comment_line(toolchain),
    )
}

/// What a userscript manager reads first, then what a person does.
pub(super) fn userscript_header(version: &str, toolchain: &str, plan: &Plan) -> String {
    // A match pattern has no port; the runtime itself checks the whole origin.
    let origin = plan.target.origin.as_str();
    let host_end = origin
        .rfind(':')
        .filter(|&at| at > 6)
        .unwrap_or(origin.len());
    format!(
        "// ==UserScript==\n\
         // @name         Browser Harness: {}\n\
         // @namespace    eval752.browser_harness\n\
         // @version      {}\n\
         // @description  Sends prompts on {} and records the answers.\n\
         // @match        {}/*\n\
         // @grant        none\n\
         // @noframes\n\
         // @run-at       document-idle\n\
         // ==/UserScript==\n\n{}",
        comment_line(&plan.target.display_name),
        comment_line(version),
        plan.target.origin,
        &origin[..host_end],
        header(version, toolchain, plan),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::json;
    use crate::preset::builtin;
    use crate::script::squeeze::tests::unsqueeze;
    use crate::script::{PlanItem, PlanPack, ScriptOptions};

    fn runtime() -> Runtime {
        Runtime {
            version: "0.1.0".into(),
            toolchain: "test".into(),
            loader: "(function(w,p){})".into(),
            // Three zeros, deflated.
            wasm: Base64::encode_string(&miniz_oxide::deflate::compress_to_vec(&[0; 3], 9)),
            wasm_bytes: 3,
        }
    }

    fn plan(prompt: &str) -> Plan {
        let preset = builtin("chatgpt").expect("a preset");
        let mut plan =
            Plan::new(&preset, None, Vec::new(), ScriptOptions::default(), None).expect("a plan");
        plan.pack = Some(PlanPack {
            name: "*/ name\n".into(),
            dataset_token: crate::ids::DatasetToken::new("t").expect("a token"),
            items: vec![PlanItem {
                id: crate::ids::ItemId::new("1").expect("an id"),
                prompt: prompt.into(),
            }],
        });
        plan
    }

    fn read(json: &str) -> Plan {
        let node = json::parse(json.as_bytes()).expect("JSON");
        Plan::read(&&node).expect("a plan")
    }

    fn percent_decode(url: &str) -> String {
        let mut bytes = Vec::new();
        let mut rest = url.as_bytes();
        while let Some((&byte, after)) = rest.split_first() {
            if byte == b'%' {
                let hex = std::str::from_utf8(&after[..2]).expect("ASCII");
                bytes.push(u8::from_str_radix(hex, 16).expect("hex"));
                rest = &after[2..];
            } else {
                bytes.push(byte);
                rest = after;
            }
        }
        String::from_utf8(bytes).expect("UTF-8")
    }

    /// What each form would hand to the runtime.
    fn carried(plan: &Plan) -> [Plan; 2] {
        let raw = package(&runtime(), plan, Form::Raw);
        assert!(raw.is_ascii() && !raw.contains("</"), "{raw}");
        let from = raw.find("const plan=").expect("the plan") + "const plan=".len();
        let to = raw[from..].find(";\nconst d=").expect("its end") + from;

        let url = package(&runtime(), plan, Form::Bookmarklet);
        assert!(url.bytes().all(|b| (0x20..0x7F).contains(&b)) && !url.contains('#'));
        let source = percent_decode(&url);
        let (_, packed) = source.split_once("o=c(\"").expect("the body");
        let (packed, rest) = packed.split_once('"').expect("its end");
        let length = rest[1..].split_once(')').expect("its length").0;
        let length: usize = length.parse().expect("a number");
        let bytes = unsqueeze(packed, length);
        let (wasm, text) = bytes.split_at(3);
        assert_eq!(wasm, [0; 3]);
        [
            read(&raw[from..to]),
            read(std::str::from_utf8(text).expect("UTF-8")),
        ]
    }

    #[test]
    fn a_hostile_prompt_arrives_unchanged() {
        for prompt in [
            "</script><!-- <script>",
            "\u{2028}\u{2029}",
            "a\rb\r\nc\n",
            "100% %41 %",
            "\"'`${x}\\",
            "😀 e\u{301} \u{202E}rtl",
            "PK\u{3}\u{4}",
            "\u{0}\u{7F}\u{FEFF}",
            "__proto__",
            "#",
        ] {
            let plan = plan(prompt);
            assert_eq!(carried(&plan), [plan.clone(), plan], "{prompt:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn any_prompt_arrives_unchanged(prompt in "\\PC{1,40}|.{1,40}|[\\x00-\\x7F]{1,40}") {
            let plan = plan(&prompt);
            prop_assert_eq!(carried(&plan), [plan.clone(), plan]);
        }
    }

    #[test]
    fn a_userscript_matches_the_host_and_goes_on_after_a_load() {
        let mut local = plan("x");
        local.target.origin = crate::origin::Origin::new("http://127.0.0.1:7752").expect("ok");
        let script = package(&runtime(), &local, Form::Userscript);
        assert!(
            script.contains("// @match        http://127.0.0.1/*\n"),
            "{script}"
        );
        assert!(script.contains("\"continue_after_load\":true"));
    }
}

//! The list in force: rules from the operator's configuration, each with where
//! it came from, and the refused ones with the reason.

use std::net::{IpAddr, ToSocketAddrs as _};
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use super::address::why_not_public;
use super::rule::Rule;
use super::target::Target;
use crate::Deadline;

/// How long the resolver may take when the list is checked.
const RESOLVE_LIMIT: Duration = Duration::from_secs(5);

/// Which part of the configuration a rule stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// `allowed_domains` at the top.
    Everywhere,
    /// `allowed_domains` of one repository.
    Repository(PathBuf),
}

/// What became of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// As it was written.
    pub(crate) written: String,
    pub(crate) source: Source,
    /// The rule in force, or why there is none.
    pub(crate) rule: Result<Rule, String>,
    /// What the resolver said.
    pub(crate) resolved: Resolved,
}

/// What is known of a name's addresses when the list is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// A star, or a refused rule: nothing to look up.
    NotAsked,
    /// All of these are public.
    Public(Vec<IpAddr>),
    /// The resolver knew no address or gave no answer in time.
    Unknown,
}

/// All lines, in the order they were written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AllowList {
    pub(crate) entries: Vec<Entry>,
}

impl AllowList {
    /// Reads the lines, without asking the resolver.
    pub(crate) fn read(lines: impl IntoIterator<Item = (String, Source)>) -> Self {
        let entries = lines
            .into_iter()
            .map(|(written, source)| Entry {
                rule: Rule::parse(&written),
                written,
                source,
                resolved: Resolved::NotAsked,
            })
            .collect();
        Self { entries }
    }

    /// Looks every single host up and refuses those with any address that is
    /// not public. This catches mistakes; what is dialled is checked again.
    pub(crate) fn resolve(&mut self) {
        self.resolve_with(look_up);
    }

    fn resolve_with(&mut self, look_up: fn(&str) -> Vec<IpAddr>) {
        let (sender, answers) = mpsc::channel();
        let mut open = 0;
        for (at, entry) in self.entries.iter_mut().enumerate() {
            let host = entry.rule.as_ref().ok().and_then(Rule::single_host);
            if let Some(host) = host.map(str::to_owned) {
                let sender = sender.clone();
                // The system's resolver can't be told to stop, so it gets threads
                // that are left behind when they are late.
                std::thread::spawn(move || sender.send((at, look_up(&host))));
                entry.resolved = Resolved::Unknown;
                open += 1;
            }
        }
        let deadline = Deadline::after(RESOLVE_LIMIT);
        while open > 0 {
            let Ok((at, addresses)) = answers.recv_timeout(deadline.left()) else {
                return;
            };
            open -= 1;
            let entry = &mut self.entries[at];
            let bad = addresses
                .iter()
                .find_map(|address| Some((address, why_not_public(*address)?)));
            if let Some((address, why)) = bad {
                entry.rule = Err(format!("it resolves to {address}, which is {why}"));
                entry.resolved = Resolved::NotAsked;
            } else if !addresses.is_empty() {
                entry.resolved = Resolved::Public(addresses);
            }
        }
    }

    /// Whether any rule in force allows the target.
    pub(crate) fn allows(&self, target: &Target) -> bool {
        self.entries
            .iter()
            .filter_map(|entry| entry.rule.as_ref().ok())
            .any(|rule| rule.allows(target))
    }
}

fn look_up(host: &str) -> Vec<IpAddr> {
    (host, 443)
        .to_socket_addrs()
        .map(|list| list.map(|address| address.ip()).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{AllowList, Resolved, Source, Target};

    fn fake(host: &str) -> Vec<IpAddr> {
        let list: &[&str] = match host {
            "good.example.org" => &["93.184.216.34", "2606:4700::1"],
            "mixed.example.org" => &["93.184.216.34", "10.0.0.7"],
            _ => &[],
        };
        list.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn one_local_address_is_enough_to_refuse() {
        let lines = [
            "good.example.org",
            "mixed.example.org",
            "silent.example.org",
            "localhost",
        ];
        let mut list = AllowList::read(lines.map(|line| (line.to_owned(), Source::Everywhere)));
        list.resolve_with(fake);
        let allowed = |host: &str| list.allows(&Target::parse(&format!("{host}:443")).unwrap());
        assert!(allowed("good.example.org"));
        assert!(!allowed("mixed.example.org"));
        assert!(allowed("silent.example.org"));
        assert!(!allowed("localhost"));
        assert_eq!(list.entries[2].resolved, Resolved::Unknown);
        assert!(
            list.entries[1]
                .rule
                .as_ref()
                .unwrap_err()
                .contains("10.0.0.7")
        );
    }
}

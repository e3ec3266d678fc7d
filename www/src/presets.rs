//! The built-in presets as the page shows them.

use eval752_contract::json::Writer;
use eval752_contract::origin::Origin;
use eval752_contract::preset::builtins;
use eval752_contract::role::Role;

/// `[{ id, version, display_name, origin, roles: [{ name, meaning, selectors }] }]`
pub(crate) fn list() -> String {
    let mut out = Writer::new();
    out.array(|out| {
        for preset in builtins() {
            let selectors = preset.selectors();
            out.object(|out| {
                out.key("id").string(preset.id.as_str());
                out.key("version").string(&preset.version);
                out.key("display_name").string(&preset.display_name);
                out.key("origin")
                    .optional(preset.origin.as_ref().map(Origin::as_str));
                out.key("roles").array(|out| {
                    for &role in Role::ALL {
                        out.object(|out| {
                            out.key("name").string(role.as_str());
                            out.key("meaning").string(role.meaning());
                            out.key("selectors").array(|out| {
                                for css in selectors.get(role) {
                                    out.string(css);
                                }
                            });
                        });
                    }
                });
            });
        }
    });
    out.finish()
}

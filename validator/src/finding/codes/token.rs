//! Codes of the dataset token and of the comparison with a pack.

use crate::finding::code::codes;

codes! {
    SHAPE = "token.shape", Error,
        means "The token is not three base64url parts with dots between.",
        cause "It was cut, or it is no token of ours.",
        remedy "Make the script again from a signed pack, and capture with that.";
    HEADER = "token.header", Error,
        means "The token's header is not the one that pack tokens have.",
        cause "A token of another kind, or one made to mislead a verifier.",
        remedy "Make the script again from a signed pack, and capture with that.";
    CLAIMS = "token.claims", Error,
        means "The token does not state what a pack's token states.",
        cause "A token of another version or of another kind.",
        remedy "Make the script again from a signed pack, and capture with that.";
    UNKNOWN_KEY = "token.unknown_key", Error,
        means "The token was signed with a key that is not among the keys given.",
        cause "The key file of another workspace, or an old one.",
        remedy "Get the key file from whoever made the pack (`eval752 keys`).";
    SIGNATURE = "token.signature", Error,
        means "The token's signature does not fit.",
        cause "The token was changed, or another key claims the same id.",
        remedy "Do not trust this capture; make the script again from a signed pack.";
    KEY_FILE = "token.key_file", Error,
        means "The key file is no JWKS and no PEM public key.",
        cause "Another file was given.",
        remedy "Give the file that `eval752 keys` wrote.";
    TOO_MANY = "token.item_count", Error,
        means "There are more records than the signed pack has items.",
        cause "Records were added, or the token belongs to another pack.",
        remedy "Use the file as the page saved it.";
    PACK_DIGEST = "token.pack_digest", Error,
        means "The records' ids and prompts are not those that were signed.",
        cause "A prompt, an id or the order was changed, or the token belongs to another pack.",
        remedy "Use the file as the page saved it; give `--pack` to see which item differs.";
    NOT_VERIFIED = "token.not_verified", Note,
        means "No key was given, so nobody checked who signed the token.",
        cause "The validator was run without `--key`.",
        remedy "Give the pack maker's public key with `--key` to have the token checked.";
    OTHER_PACK = "pack.other_pack", Error,
        means "The token was signed for another pack than the one given.",
        cause "The wrong pack file, or a pack made anew after the dataset changed.",
        remedy "Give the pack that the script was made from.";
    OTHER_TOKEN = "pack.other_token", Warning,
        means "The capture carries another token than the pack given.",
        cause "The pack was signed again, or it is another pack.",
        remedy "Give `--key` as well: then the pack's digest is compared.";
    UNKNOWN_ITEM = "pack.unknown_item", Error,
        means "A record names an item that the pack does not have.",
        cause "The wrong pack file, or a record from elsewhere.",
        remedy "Give the pack that the script was made from.";
    PROMPT_MISMATCH = "pack.prompt_mismatch", Error,
        means "A record's prompt is not the pack's, byte for byte.",
        cause "A changed prompt, or the wrong pack file.",
        remedy "Give the pack that the script was made from, and do not edit prompts.";
    ORDER = "pack.order", Error,
        means "The records do not follow the pack's order.",
        cause "Lines were sorted or joined.",
        remedy "Use the file as the page saved it.";
    MISSING_ITEMS = "pack.missing_items", Note,
        means "Items of the pack have no record: the capture is partial.",
        cause "The run was stopped, or is not finished.",
        remedy "Run the script again on the same page and resume, or import the part there is.";
}

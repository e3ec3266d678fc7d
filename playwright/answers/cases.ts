// The corpus: answers as pages show them, with the Markdown they mean (see cases/README.md).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOM } from "../lib/env.ts";
import type { Answer } from "./page.ts";

export interface Case extends Answer {
  file: string;
  name: string;
  markdown: string;
  /** The notes that the record must have. */
  notes: string[];
}

const FOLDER = join(ROOM, "answers/cases");
const HEAD = /^(.+) \[(turn:)?(chatgpt|chatgpt-old|gemini|custom)\]$/;

export function cases(): Case[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".txt")).sort();
  const all = files.flatMap((file) => read(file, readFileSync(join(FOLDER, file), "utf8")));
  const names = all.map((one) => one.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two cases are named "${twice}"`);
  return all;
}

function read(file: string, text: string): Case[] {
  const [, ...parts] = text.split(/^=== case: /m);
  return parts.map((part) => {
    const [head, ...sections] = part.split(/\n?^=== /m);
    const [title = "", ...html] = (head ?? "").split("\n");
    const [, name, whole, frame] = HEAD.exec(title) ?? [];
    const section = (of: RegExp) => sections.find((one) => of.test(one))?.replace(of, "");
    const markdown = section(/^markdown\n/);
    if (name === undefined || markdown === undefined) throw new Error(`${file}: "${title}" is no case`);
    return {
      file,
      name,
      frame: frame as Answer["frame"],
      whole: whole !== undefined,
      html: html.join("\n"),
      markdown: markdown.replace(/\n$/, ""),
      notes: section(/^notes: /)?.trim().split(" ") ?? [],
    };
  });
}

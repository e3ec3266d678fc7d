// A person without a mouse: everything is reached with Tab and done with keys.

import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

const FAR = 160; // stops of Tab between any two controls

/** Presses Tab until `target` has the keyboard, which must then be visible. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const there = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await there()); presses += 1) {
    expect(presses, `Tab reaches ${target}`).toBeLessThan(FAR);
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeInViewport();
  const ring = await target.evaluate((element) => {
    const shown = element.matches("input[type=radio], input[type=checkbox]") ? (element.closest("label") ?? element) : element;
    return [element, shown].some((each) => Number.parseFloat(getComputedStyle(each).outlineWidth) > 0 && getComputedStyle(each).outlineStyle !== "none");
  });
  expect(ring, `${target} shows that it has the keyboard`).toBe(true);
}

/** Reaches a button or link and presses it. */
export async function press(page: Page, target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}

/** Reaches a field and types. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.type(text);
}

/** Reaches a list of choices and takes the one that begins with `text`. */
export async function choose(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.type(text);
  await expect(target.locator("option:checked")).toHaveText(new RegExp(`^${text}`));
}

// Playwright with a browser of its own choosing replaced by CHROME_BIN; it talks
// through the pipe on descriptors 3 and 4.
const { chromium } = require('playwright-core');
(async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROME_BIN });
  const page = await browser.newPage({ colorScheme: 'dark' });
  await page.goto('http://listed.example.org/from-playwright');
  console.log('page:', (await page.textContent('p')).trim());
  console.log('dark:', await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches));
  const refused = await page.goto('http://unlisted.example.org/').then(r => r.status(), e => e.message);
  console.log('refused:', refused);
  await browser.close();
})().catch(error => { console.error(error); process.exit(1); });

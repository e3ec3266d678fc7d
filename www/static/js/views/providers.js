// API providers, which can judge. Pages that were captured are no providers here: they show
// on their runs only.

import { providers } from '../api.js';
import { h, put } from '../dom.js';
import { duration, inline, line } from '../text.js';
import { confirm, fillWith, nothing, pageHead, refusal, table } from '../ui.js';
import { field } from './harness/step.js';

export function providersView(root) {
  const list = h('div');
  const said = h('div', { role: 'status' });
  const load = () => fillWith(list, 'Reading the providers', async () => {
    const found = await providers.list();
    return found.providers.length === 0
      ? nothing('No API providers yet. One is needed only where answers are to be judged by a model.')
      : table({ columns: columns(), rows: found.providers, caption: 'API providers', testid: 'providers',
        rowProps: (provider) => ({ 'data-provider': provider.id }) });
  });

  const columns = () => [
    { title: 'Name', bare: true, cell: (provider) => h('strong', {}, inline(line(provider.name, 60))) },
    { title: 'Address', cell: (provider) => h('code', {}, inline(line(provider.base_url, 80))) },
    { title: 'Model', cell: (provider) => inline(line(provider.model ?? '', 60)) },
    { title: 'Key from', cell: (provider) => (provider.key_env
      ? [h('code', {}, inline(provider.key_env)), provider.key_present === false && [' ', h('span', { class: 'chip is-warn' }, 'not set')]]
      : 'no key') },
    { title: 'Actions', bare: true, cell: (provider) => h('div', { class: 'row' },
      h('button', { type: 'button', onclick: (event) => test(provider, event.currentTarget) }, 'Test',
        h('span', { class: 'visually-hidden' }, ` ${line(provider.name, 60)}`)),
      providers.removable() && h('button', { type: 'button', class: 'danger', onclick: () => remove(provider) }, 'Delete',
        h('span', { class: 'visually-hidden' }, ` ${line(provider.name, 60)}`))) },
  ];

  async function test(provider, button) {
    button.disabled = true;
    put(said, h('p', { class: 'quiet' }, `Asking ${line(provider.name, 50)} …`));
    try {
      const answer = await providers.test(provider.id);
      put(said, h('p', { class: 'notice is-good', 'data-testid': 'provider-test' },
        inline(provider.name), ` answered in ${duration(answer.latency_ms)} with `, inline(answer.model), '.'));
    } catch (error) {
      put(said, refusal(error));
    }
    button.disabled = false;
  }

  async function remove(provider) {
    const yes = await confirm({
      title: `Delete ${line(provider.name, 50)}?`,
      text: 'Runs keep the verdicts they have; new ones cannot be asked of this provider.',
      action: 'Delete the provider',
    });
    if (!yes) return;
    try {
      await providers.remove(provider.id);
      put(said, h('p', { class: 'notice', 'data-testid': 'deleted' }, inline(line(provider.name, 60)), ' is deleted.'));
    } catch (error) {
      put(said, refusal(error));
    }
    load();
  }

  put(root, pageHead('Providers', 'Services with an OpenAI-compatible interface. The key stays in an environment variable of the server; only its name is kept.'),
    h('div', { class: 'stack' }, addProvider(load, said), said, list));
  load();
  return null;
}

function addProvider(onadded, said) {
  const input = (props) => h('input', { type: 'text', autocomplete: 'off', required: true, ...props });
  const name = field('Name', input({ placeholder: 'Judge' }));
  const base = field('Base address', input({ type: 'url', placeholder: 'https://api.example.com/v1' }));
  const model = field('Model', input({ placeholder: 'gpt-4o-mini' }));
  const key = field('Key’s environment variable', input({ required: false, class: 'code', placeholder: 'OPENAI_API_KEY' }),
    'Empty for a service that needs none.');
  return h('section', { class: 'card', 'aria-label': 'Add a provider' }, h('h2', {}, 'Add a provider'),
    h('form', {
      class: 'cluster',
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await providers.add({
            name: name.control.value.trim(), base_url: base.control.value.trim(),
            model: model.control.value.trim(), key_env: key.control.value.trim() || null,
          });
          event.target.reset();
          put(said, h('p', { class: 'notice is-good' }, 'Added. Test it before a run depends on it.'));
          onadded();
        } catch (error) {
          put(said, refusal(error));
        }
      },
    },
    h('div', { class: 'fields' }, name.element, base.element, model.element, key.element),
    h('div', { class: 'row' }, h('button', { class: 'primary' }, 'Add the provider'))));
}

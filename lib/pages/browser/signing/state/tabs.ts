/** Tabs of one browser with the same link: each notifies the others of a change. Nothing is stored. */
const channel = new BroadcastChannel(`countersign ${location.pathname.split('/').slice(-3, -1).join('/')}`);

export const tellTabs = (): void => channel.postMessage('changed');

export const onOtherTab = (act: () => void): void => channel.addEventListener('message', act);

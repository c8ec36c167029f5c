export const campaignComposer = {};

import { Button, Menu, Select } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import { SendList, StatusFilter } from '../../sends/list/send-list.tsx';
import { campaignsQuery } from '../model/campaign-queries.ts';
import { type CampaignFilters, types } from '../model/campaign-search.ts';
import { CampaignIcon } from '../parts/campaign-type.tsx';
import styles from './campaign-list.module.css';
import { CampaignRow } from './campaign-row.tsx';

/** Campaigns, newest first. */
export function CampaignList() {
  const filters = useSearch({ from: '/shell/outreach/campaigns' });
  const navigate = useNavigate();
  const filter = (search: CampaignFilters) => void navigate({ to: '/outreach/campaigns', search, replace: true });
  const query = useInfiniteQuery({ ...campaignsQuery(filters), placeholderData: keepPreviousData });
  return (
    <SendList
      kind="campaigns"
      icon={IconSpeakerphone}
      query={query}
      create={<NewCampaignMenu />}
      begin={<WaysToBegin />}
      filters={<Filters filters={filters} onFilter={filter} />}
      isFiltered={Object.keys(filters).length > 0}
      onClear={() => filter({})}
      row={(campaign) => <CampaignRow key={campaign.id} campaign={campaign} />}
    />
  );
}

function NewCampaignMenu() {
  const texts = useCampaignsTexts();
  return (
    <Menu position="bottom-end" width={320} withinPortal>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>{texts.create}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map((type) => (
          <Menu.Item
            key={type}
            leftSection={<CampaignIcon type={type} size={20} stroke={1.75} aria-hidden />}
            renderRoot={(props) => <Link to="/outreach/campaigns/new" search={{ type }} {...props} />}
          >
            <span className={styles.way}>{texts.types[type]}</span>
            <span className={styles.wayLead}>{texts.createLeads[type]}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Of an empty list: one button for each type. */
function WaysToBegin() {
  const texts = useCampaignsTexts();
  return (
    <div className={styles.ways}>
      {types.map((type) => (
        <Button
          key={type}
          variant={type === 'email' ? 'filled' : 'default'}
          leftSection={<CampaignIcon type={type} size={16} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link to="/outreach/campaigns/new" search={{ type }} {...props} />}
        >
          {texts.creates[type]}
        </Button>
      ))}
    </div>
  );
}

interface FiltersProps {
  filters: CampaignFilters;
  onFilter: (filters: CampaignFilters) => void;
}

function Filters({ filters, onFilter }: FiltersProps) {
  const texts = useCampaignsTexts();
  const { status: _status, ...withoutStatus } = filters;
  const { type: _type, ...withoutType } = filters;
  const chooseType = (chosen: string | null) => {
    const type = types.find((each) => each === chosen);
    onFilter({ ...withoutType, ...(type && { type }) });
  };
  return (
    <>
      <StatusFilter
        value={filters.status}
        onChange={(status) => onFilter({ ...withoutStatus, ...(status && { status }) })}
      />
      <Select
        aria-label={texts.type}
        placeholder={texts.anyType}
        data={types.map((value) => ({ value, label: texts.types[value] }))}
        value={filters.type ?? null}
        onChange={chooseType}
        clearable
        clearButtonProps={{ 'aria-label': texts.anyType }}
      />
    </>
  );
}

import { Button } from '@mantine/core';
import { IconPlus, IconSitemap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Department, departmentsQuery } from '../../../entities/agent/departments.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { DepartmentRow } from './department-row.tsx';
import styles from './departments.module.css';
import { NewDepartment } from './new-department.tsx';

export function Departments() {
  const texts = useDepartmentsTexts();
  const query = useQuery(departmentsQuery);
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={query.data?.length ? create : undefined} />
      <Loaded query={query} failure={texts.failed}>
        {(departments) =>
          departments.length ? (
            <DepartmentList departments={departments} />
          ) : (
            <EmptyState icon={IconSitemap} heading={texts.empty} action={create}>
              {texts.emptyLead}
            </EmptyState>
          )
        }
      </Loaded>
      <NewDepartment isOpen={isCreating} onClose={() => setCreating(false)} />
    </Screen>
  );
}

function DepartmentList({ departments }: { departments: Department[] }) {
  const texts = useDepartmentsTexts();
  const [query, setQuery] = useState('');
  const found = departments.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  return (
    <>
      <SearchField label={texts.search} query={query} onSearch={setQuery} className={styles.search ?? ''} />
      {found.length ? (
        <ul className={styles.list}>
          {found.map((department) => (
            <DepartmentRow key={department.id} department={department} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={IconSitemap}
          heading={texts.noMatch}
          action={
            <Button variant="default" onClick={() => setQuery('')}>
              {texts.showAll}
            </Button>
          }
        >
          {texts.noMatchLead}
        </EmptyState>
      )}
    </>
  );
}

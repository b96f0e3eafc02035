delete from crm_Customer where Name is null;

SELECT attname FROM pg_attribute WHERE attrelid = @table::bigint::oid AND attnum = @number::bigint::int2

SELECT concat('server ', @@hostname, ', port ', @@port, ', data in ', @@datadir),
  CASE @@lower_case_table_names WHEN 0 THEN DATABASE() ELSE lower(DATABASE()) END

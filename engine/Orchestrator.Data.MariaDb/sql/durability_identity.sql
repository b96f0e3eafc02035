SELECT concat('server ', @@hostname, ', port ', @@port, ', data in ', @@datadir), DATABASE()

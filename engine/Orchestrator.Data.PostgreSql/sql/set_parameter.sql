SELECT set_config(@name, @value, true)

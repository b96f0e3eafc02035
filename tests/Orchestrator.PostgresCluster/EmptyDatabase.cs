using System.Collections.Concurrent;
using Npgsql;

/// <summary>
/// A database of the server of this assembly, empty when a test takes it, and sessions beside what is tested. Making
/// one takes longer than many a test does: one that can be emptied without a trace is the next test's.
/// </summary>
internal sealed class EmptyDatabase : IDisposable
{
    /// <summary>How the server's own views name these sessions.</summary>
    public const string Application = "beside";

    // What was dropped has left its rows in the catalogs.
    private const int TestsMax = 40;

    // Whoever was here before may still be on the way out.
    private const string Emptying = $"""
        DO $$
        DECLARE one name;
        BEGIN
            SET LOCAL client_min_messages = warning;
            SET LOCAL lock_timeout = '2s';
            FOR look IN 1..100 LOOP
                PERFORM pg_stat_clear_snapshot();
                EXIT WHEN NOT EXISTS (
                    SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
                        AND backend_type = 'client backend' AND application_name <> '{Application}');
                IF look = 100 THEN RAISE 'somebody stays'; END IF;
                PERFORM pg_sleep(0.005);
            END LOOP;
            FOR one IN SELECT nspname FROM pg_namespace
                WHERE nspname NOT LIKE 'pg\_%' AND nspname <> 'information_schema' LOOP
                EXECUTE format('DROP SCHEMA %I CASCADE', one);
            END LOOP;
            CREATE SCHEMA public AUTHORIZATION pg_database_owner;
            GRANT USAGE ON SCHEMA public TO PUBLIC;
            COMMENT ON SCHEMA public IS 'standard public schema';
        END $$
        """;

    // What stands in no schema, who may do what, and what is set: the same in each database that nobody has used.
    private const string Trace = """
        SELECT concat_ws(' ',
            (SELECT string_agg(concat_ws(' ', nspname, nspowner, nspacl, obj_description(oid, 'pg_namespace')), ','
                ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'),
            datdba, (SELECT string_agg(a::text, ',' ORDER BY a::text)
                FROM unnest(coalesce(datacl, acldefault('d', datdba))) AS a), datconnlimit, datallowconn,
            (SELECT count(*) FROM pg_db_role_setting WHERE setdatabase = d.oid),
            (SELECT count(*) FROM pg_shdepend WHERE dbid = d.oid),
            (SELECT count(*) FROM pg_prepared_xacts WHERE database = datname),
            (SELECT count(*) FROM pg_depend WHERE objid >= 16384 OR refobjid >= 16384),
            (SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_cast),
            (SELECT string_agg(lanacl::text, ',' ORDER BY lanname) FROM pg_language),
            (SELECT count(*) FROM pg_event_trigger), (SELECT count(*) FROM pg_extension),
            (SELECT count(*) FROM pg_largeobject_metadata), (SELECT count(*) FROM pg_default_acl),
            (SELECT count(*) FROM pg_foreign_data_wrapper), (SELECT count(*) FROM pg_publication))
        FROM pg_database AS d WHERE datname = current_database()
        """;

    private static readonly ConcurrentBag<EmptyDatabase> Left = [];
    private static int _count;
    private static string? _untouched;

    private NpgsqlDataSource _sessions;
    private bool _isForOne;
    private bool _isTaken;
    private int _tests;

    private EmptyDatabase(string options)
    {
        Name = $"test_{Interlocked.Increment(ref _count)}";
        _isForOne = options.Length > 0;
        Make(options);
        _sessions = Sessions();
    }

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>How the superuser reaches it.</summary>
    public string ConnectionString => Server.Cluster.ConnectionString(Name);

    /// <summary>One for a test.</summary>
    public static EmptyDatabase Take()
    {
        while (Left.TryTake(out var left))
        {
            if (left.IsEmptied())
            {
                left._isTaken = true;
                return left;
            }

            left._sessions.Dispose();
        }

        var made = new EmptyDatabase("") { _isTaken = true };
        _untouched ??= made.Ask(Trace);
        return made;
    }

    /// <summary>One that no other test will have.</summary>
    /// <param name="options">How it differs from others, as CREATE DATABASE writes it.</param>
    public static EmptyDatabase Of(string options) => new(options) { _isTaken = true };

    /// <summary>Puts another one in its place, which no other test will have.</summary>
    /// <param name="options">How that differs, as CREATE DATABASE writes it.</param>
    public void MakeAnew(string options)
    {
        _isForOne = true;
        _sessions.Dispose();
        OnCluster($"DROP DATABASE {Name} WITH (FORCE)");
        Make(options);
        _sessions = Sessions();
    }

    /// <summary>A session; one that a test has ended meanwhile is made anew.</summary>
    public NpgsqlConnection Open()
    {
        while (true)
        {
            var session = _sessions.OpenConnection();
            try
            {
                using var look = new NpgsqlCommand("SELECT 1", session);
                look.ExecuteNonQuery();
                return session;
            }
            catch (NpgsqlException)
            {
                session.Dispose();
            }
        }
    }

    /// <summary>Runs statements as the client cuts them.</summary>
    public void Run(string sql)
    {
        using var session = Open();
        using var command = new NpgsqlCommand(sql, session);
        command.ExecuteNonQuery();
    }

    /// <summary>The first value, as the server writes it; null = NULL, or no row.</summary>
    public string? Ask(string sql)
    {
        using var session = Open();
        using var command = new NpgsqlCommand(sql, session) { AllResultTypesAreUnknown = true };
        return command.ExecuteScalar() as string;
    }

    /// <summary>The rows, values as the server writes them, joined by '|', NULL as ∅.</summary>
    public string[] Lines(string sql)
    {
        using var session = Open();
        using var command = new NpgsqlCommand(sql, session) { AllResultTypesAreUnknown = true };
        using var reader = command.ExecuteReader();
        var lines = new List<string>();
        while (reader.Read())
        {
            lines.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount)
                .Select(i => reader.IsDBNull(i) ? "∅" : reader.GetString(i))));
        }

        return [.. lines];
    }

    /// <summary>Leaves it to the next test.</summary>
    public void Dispose()
    {
        if (!_isTaken)
        {
            return;
        }

        _isTaken = false;
        if (_isForOne || ++_tests >= TestsMax)
        {
            _sessions.Dispose();
        }
        else
        {
            Left.Add(this);
        }
    }

    private bool IsEmptied()
    {
        try
        {
            Run(Emptying);
            return Ask(Trace) == _untouched;
        }
        catch (NpgsqlException)
        {
            return false;
        }
    }

    private void Make(string options) => OnCluster($"CREATE DATABASE {Name} {options}");

    private NpgsqlDataSource Sessions()
    {
        var builder = new NpgsqlDataSourceBuilder(
            $"{ConnectionString};Application Name={Application};Command Timeout=0");
        builder.ConfigureTypeLoading(types => types.EnableTypeLoading(false));
        return builder.Build();
    }

    private static void OnCluster(string sql)
    {
        using var session = new NpgsqlConnection(Server.Cluster.ConnectionString() + ";Pooling=false");
        session.Open();
        using var command = new NpgsqlCommand(sql, session);
        command.ExecuteNonQuery();
    }
}

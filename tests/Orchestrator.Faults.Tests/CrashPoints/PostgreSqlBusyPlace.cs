using Npgsql;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>All of it in databases of the one server of the tests; the ledger has one of its own.</summary>
internal sealed class PostgreSqlBusyPlace : BusyPlace
{
    private static readonly Lazy<string>[] Sources = [new(() => MakeSource(1)), new(() => MakeSource(2))];
    private static readonly Lock Making = new();

    // A user who is called as the engine's own schema would have it on its search path.
    private static readonly Lazy<string> User = new(() =>
    {
        Execute("postgres", $"create role busy superuser login password '{Server.Cluster.Password}'");
        return "busy";
    });

    private static int _count;

    private readonly string _name;
    private string _source = "";

    public PostgreSqlBusyPlace(bool isRelaxed)
        : this(isRelaxed, null)
    {
    }

    private PostgreSqlBusyPlace(bool isRelaxed, PostgreSqlBusyPlace? like)
        : base(Platform.PostgreSql, isRelaxed)
    {
        _name = $"busy_{Interlocked.Increment(ref _count)}";
        _source = like?._source ?? "";
        Make(_name, like?._name);
        Make($"{_name}_ledger", like is null ? null : $"{like._name}_ledger");
    }

    public override string Connections => $$"""
        ledger: Ledger
        connections:
          - {connection: Source, platform: PostgreSql, connectionString: "{{Text("BUSY_SOURCE")}}"}
          - {connection: Stage, platform: PostgreSql,
             connectionString: "{{Text("BUSY_STAGE")}}"{{Relaxed(", scope: database")}}}
          - {connection: Ledger, platform: PostgreSql, connectionString: "{{Text("BUSY_LEDGER")}}"}
        """;

    public override IReadOnlyDictionary<string, string> Variables => new Dictionary<string, string>
    {
        ["BUSY_SOURCE"] = _source,
        ["BUSY_STAGE"] = _name,
        ["BUSY_LEDGER"] = $"{_name}_ledger",
        ["ORCHESTRATOR_SECRET_BUSY"] = Server.Cluster.Password,
    };

    public override string Setting => string.Join('\n', Ask("postgres",
        $"select setconfig::text from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase "
        + $"where datname = '{_name}'"));

    public override void Deliver(int night) => _source = Sources[night - 1].Value;

    public override BusyPlace CopyTo(string folder) => new PostgreSqlBusyPlace(IsRelaxed, this);

    public override IReadOnlyList<string> Tables() => Stage("""
        select case schemaname when 'public' then tablename else schemaname || '.' || tablename end from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1
        """);

    public override IReadOnlyList<string> Columns(string table) => Stage(
        $"select quote_ident(attname) from pg_attribute where attrelid = '{table}'::regclass and attnum > 0 "
        + "and not attisdropped order by attnum");

    public override List<string> Stage(string sql) => Ask(_name, sql);

    public override List<string> Ledger(string sql) =>
        Ask($"{_name}_ledger", "select 1 from pg_namespace where nspname = 'orchestrator'").Count == 0 ? []
            : Ask($"{_name}_ledger", sql);

    public override void AwaitRest() => Assert.That(
        () => Ask("postgres", $"select pid from pg_stat_activity where datname in ('{_name}', '{_name}_ledger')"),
        Is.Empty.After(300_000, 5), "sessions are left");

    public override void Dispose()
    {
        foreach (var database in new[] { _name, $"{_name}_ledger" })
        {
            Execute("postgres", $"drop database {database} with (force)");
        }
    }

    private static string Text(string variable) => $"Host=127.0.0.1;Port={Server.Cluster.Port};"
        + $"Database=${{env:{variable}}};Username={User.Value};Password=${{secret:BUSY}}";

    private static string MakeSource(int night)
    {
        var database = $"busy_source_{night}";
        Make(database, null);
        foreach (var statement in BusySources.Statements(night))
        {
            Execute(database, statement);
        }

        Execute(database, "analyze");
        return database;
    }

    // Of one template, one copy at a time.
    private static void Make(string database, string? template)
    {
        lock (Making)
        {
            Execute("postgres", $"create database {database}{(template is null ? "" : $" template {template}")}");
        }
    }

    private static List<string> Ask(string database, string sql)
    {
        using var connection = Open(database);
#pragma warning disable CA2100 // Texts of the tests.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            var values = new object[reader.FieldCount];
            reader.GetValues(values);
            rows.Add(string.Join(" | ", values));
        }

        return rows;
    }

    private static void Execute(string database, string sql)
    {
        using var connection = Open(database);
#pragma warning disable CA2100 // Texts of the tests.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    private static NpgsqlConnection Open(string database)
    {
        var connection = new NpgsqlConnection(
            Server.Cluster.ConnectionString(database) + ";Pooling=false;Search Path=public,orchestrator");
        connection.Open();
        return connection;
    }
}

using Orchestrator.Metadata.Model;
using MariaDbServer = Orchestrator.MariaDbCluster.Server;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>Source and stage in databases of the one server of the tests; the ledger is a file.</summary>
internal sealed class MariaDbBusyPlace : BusyPlace
{
    // A row of a session that ended without a word stays until somebody looks for such sessions.
    private const string Sessions = "orchestrator_sessions";

    private static readonly Lazy<EmptyMariaDb>[] Sources = [new(() => MakeSource(1)), new(() => MakeSource(2))];

    private readonly EmptyMariaDb _stage = EmptyMariaDb.Take();
    private readonly string _folder;
    private string _source;

    public MariaDbBusyPlace(string folder, bool isRelaxed)
        : this(folder, isRelaxed, null)
    {
    }

    private MariaDbBusyPlace(string folder, bool isRelaxed, MariaDbBusyPlace? like)
        : base(Platform.MariaDb, isRelaxed)
    {
        (_folder, _source) = (folder, like?._source ?? "");
        if (like is not null)
        {
            Copy(like._stage, _stage);
            return;
        }

        foreach (var table in BusySolution.Tables)
        {
            _stage.Run(table);
        }
    }

    public override string Connections => $$"""
        connections:
          - {connection: Source, platform: MariaDb, connectionString: "{{Text("BUSY_SOURCE")}}"}
          - {connection: Stage, platform: MariaDb, connectionString: "{{Text("BUSY_STAGE")}}"{{Relaxed("")}}}
        """;

    public override IReadOnlyDictionary<string, string> Variables => new Dictionary<string, string>
    {
        ["BUSY_SOURCE"] = _source,
        ["BUSY_STAGE"] = _stage.Name,
        ["ORCHESTRATOR_SECRET_BUSY"] = MariaDbServer.Cluster.Password,
    };

    public override string Setting => "";

    public override void Deliver(int night) => _source = Sources[night - 1].Value.Name;

    public override BusyPlace CopyTo(string folder) => new MariaDbBusyPlace(folder, IsRelaxed, this);

    public override IReadOnlyList<string> Tables() =>
        [.. TablesOf(_stage).Where(table => table != Sessions)];

    public override IReadOnlyList<string> Columns(string table) => Stage(
        "select concat('\"', column_name, '\"') from information_schema.columns "
        + $"where table_schema = database() and table_name = '{table}' order by ordinal_position");

    public override List<string> Stage(string sql) => [.. _stage.Lines(sql)];

    public override List<string> Ledger(string sql) => SqliteBusyPlace.LedgerOf(_folder, sql);

    public override void AwaitRest() => Assert.That(
        () => Sources[0].Value.Lines(
            $"select id from information_schema.processlist where db = '{_stage.Name}'"),
        Is.Empty.After(300_000, 5), "sessions are left");

    public override void Dispose() => _stage.Dispose();

    private static string Text(string variable) => $"Server=127.0.0.1;Port={MariaDbServer.Cluster.Port};"
        + $"Database=${{env:{variable}}};User ID={MariaDbCluster.Cluster.User};Password=${{secret:BUSY}}";

    private static EmptyMariaDb MakeSource(int night)
    {
        var database = EmptyMariaDb.Take();
        foreach (var statement in BusySources.Statements(night))
        {
            database.Run(statement);
        }

        return database;
    }

    // With the number that each table would give next, which a table that is made like another one forgets.
    private static void Copy(EmptyMariaDb from, EmptyMariaDb to)
    {
        foreach (var table in TablesOf(from))
        {
            var shown = from.Lines($"show create table {table}")[0];
            to.Run(shown[(shown.IndexOf('|', StringComparison.Ordinal) + 1)..]);
            to.Run($"insert into {table} select * from {from.Name}.{table}");
        }
    }

    private static string[] TablesOf(EmptyMariaDb database) => database.Lines(
        "select table_name from information_schema.tables where table_schema = database() order by table_name");
}

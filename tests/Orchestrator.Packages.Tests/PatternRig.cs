using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests;

/// <summary>
/// One rig for tests that hold on each platform: a target `t` in a database of it, which is a live one where no machine
/// can start any.
/// </summary>
internal sealed class PatternRig : IDisposable
{
    private static readonly Dictionary<Platform, Func<PatternDatabase>> Databases = new()
    {
        [Platform.Sqlite] = Sqlite,
        [Platform.PostgreSql] = PostgreSql,
        [Platform.SqlServer] = SqlServer,
        [Platform.MariaDb] = MariaDb,
    };

    private readonly PatternDatabase _database;

    public PatternRig(Platform platform)
    {
        _database = Databases[platform]();
        IsServer = platform == Platform.PostgreSql;
    }

    public Rig Rig => _database.Rig;

    public bool IsServer { get; }

    public ObjectTarget Target => new(_database.Connection, _database.Schema, "t");

    /// <summary>The target as SQL names it.</summary>
    public string Table => _database.Schema is { } schema ? $"{schema}.t" : "t";

    public ObjectDefinition Load(LoadOptions options, params ColumnDefinition[] columns) =>
        Rig.Load("t", columns) with { Target = Target, Load = options };

    /// <summary>Loads the lines of a file with a header.</summary>
    public PackageResult Run(ObjectDefinition load, params string[] lines)
    {
        Rig.Write("t.csv", string.Concat(lines.Select(line => line + "\n")));
        return Rig.Run(load);
    }

    public string[] Query(string sql) => _database.Query(sql);

    public void Execute(string sql) => _database.Execute(sql);

    /// <summary>What is run from now on logs in to PostgreSQL as a role with these rights alone.</summary>
    public void LogIn(string rights) => ((PostgreSqlRig)_database.Owner).LogIn(rights);

    public void Dispose() => _database.Owner.Dispose();

    private static PatternDatabase Sqlite()
    {
        var rig = new Rig();
        return new PatternDatabase(rig, rig, "Db", sql => [.. rig.Query(sql)], rig.Execute);
    }

    private static PatternDatabase PostgreSql()
    {
        var rig = new PostgreSqlRig();
        return new PatternDatabase(rig, rig.Rig, "Pg", rig.Query, rig.Execute);
    }

    private static PatternDatabase SqlServer()
    {
        var rig = SqlServerRig.Start();
        return new PatternDatabase(rig, rig.Rig, "Ms", rig.Query, rig.Execute) { Schema = rig.Schema };
    }

    private static PatternDatabase MariaDb()
    {
        var rig = new MariaDbRig();
        return new PatternDatabase(rig, rig.Rig, "My", rig.Query, rig.Execute);
    }

    /// <summary>A database of one platform.</summary>
    /// <param name="Owner">What is left behind the test.</param>
    /// <param name="Rig">What packages are run in.</param>
    /// <param name="Connection">Its name there.</param>
    /// <param name="Query">The rows of a query, values joined by '|', NULL as ∅.</param>
    /// <param name="Execute">Runs statements.</param>
    private sealed record PatternDatabase(
        IDisposable Owner, Rig Rig, string Connection, Func<string, string[]> Query, Action<string> Execute)
    {
        /// <summary>The schema that is the test's own; null = all of it is.</summary>
        public string? Schema { get; init; }
    }
}

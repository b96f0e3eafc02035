using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.Loads;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Benchmarks.Postgres;

/// <summary>Loads into PostgreSQL, as a package runs them, against the platform's own tools.</summary>
internal static class PostgresContests
{
    private const string Around = "claims the target, fills a load table, checks that the server took all rows, "
        + "exchanges it for the target and writes the marker in one transaction that its readers never see";

    private const string Pipe = "COPY rows TO STDOUT (FORMAT binary)";

    /// <summary>PostgreSQL → PostgreSQL, same types, undecoded.</summary>
    public static int PassThrough(string[] args) => Each(args, (pair, contest, shape) =>
        (contest with { Name = $"PostgreSQL → PostgreSQL, passing, {shape.Name}", Peer = "psql | psql" }).Run(
            () => pair.Ours(() => Load(pair, [], "pass-through")), () => pair.Peer(PsqlPipe), Goal.Speed(0.95)));

    /// <summary>PostgreSQL → PostgreSQL by row batches and the guard; the last column is longer there.</summary>
    public static int Typed(string[] args) => Each(args, (pair, contest, shape) =>
        (contest with { Name = $"PostgreSQL → PostgreSQL, row batches, {shape.Name}", Peer = "psql | psql" }).Run(
            () => pair.Ours(() => Load(pair, Longer(shape), "row batches")), () => pair.Peer(PsqlPipe),
            Goal.Speed(0.80)));

    /// <summary>A delimited file → PostgreSQL.</summary>
    public static int File(string[] args) => Each(args, (pair, contest, shape) =>
    {
        var file = pair.WriteFile(shape);
        return (contest with { Name = $"delimited file → PostgreSQL, {shape.Name}", Peer = "psql \\copy" }).Run(
            () => pair.Ours(() => LoadFile(pair, file, shape)),
            () => pair.Peer($"{PostgresPair.Psql("target")} -c 'TRUNCATE peer' -c \"\\copy peer FROM "
                + $"'{file}' (FORMAT csv, HEADER)\""),
            Goal.Speed(0.90));
    });

    /// <summary>PostgreSQL → PostgreSQL against the copy step of pgcopydb.</summary>
    public static int CopyDb(string[] args) => !Shell.Has("pgcopydb") ? 1 : Each(args, (pair, contest, shape) =>
    {
        pair.Sql("postgres", "DROP DATABASE IF EXISTS copied", "CREATE DATABASE copied");
        pair.Sql("copied", shape.Create("rows"));
        return (contest with { Name = $"PostgreSQL → PostgreSQL, {shape.Name}", Peer = "pgcopydb" }).Run(
            () => pair.Ours(() => Load(pair, [], "pass-through")),
            () => pair.Peer(
                $"{PostgresPair.Psql("copied")} -c 'TRUNCATE rows'; pgcopydb copy table-data --table-jobs 1 "
                + $"--index-jobs 1 --dir $(mktemp -d -p {pair.Folder}) --source {pair.Address("source")} "
                + $"--target {pair.Address("copied")}"),
            Goal.Speed(0.95));
    });

    /// <summary>
    /// A delimited file → PostgreSQL against pgloader, which needs minutes for what others do in seconds, and more
    /// memory than it allows itself for much more rows; a table of 24 columns it does not find (3.6.9).
    /// </summary>
    public static int PgLoader(string[] args) => !Shell.Has("pgloader") ? 1 : Each(args, (pair, contest, shape) =>
    {
        var (file, script) = (pair.WriteFile(shape), Path.Combine(pair.Folder, "rows.load"));
        System.IO.File.WriteAllText(script, $"""
            LOAD CSV FROM '{file}' ({string.Join(", ", shape.Columns.Select(c => $"{c.Name} [null if blanks]"))})
            INTO {pair.Address("target")} TARGET TABLE public.peer ({shape.Names})
            WITH truncate, skip header = 1, fields optionally enclosed by '"', fields escaped by double-quote,
                 fields terminated by ',';
            """);
        return (contest with { Name = $"delimited file → PostgreSQL, {shape.Name}", Peer = "pgloader" }).Run(
            () => pair.Ours(() => LoadFile(pair, file, shape)),
            () => pair.Peer($"cd {pair.Folder}; pgloader --root-dir {pair.Folder}/pgloader --on-error-stop {script}"),
            Goal.Speed(2));
    }, TableShape.Five with { RowsMax = 600_000 });

    private static string PsqlPipe => $"{PostgresPair.Psql("source")} -c '{Pipe}' | {PostgresPair.Psql("target")} "
        + "-c 'TRUNCATE peer' -c 'COPY peer FROM STDIN (FORMAT binary)'";

    private static int Each(
        string[] args, Func<PostgresPair, Contest, TableShape, bool> run, params TableShape[] shapes)
    {
        var options = Options.Of(args);
        using var pair = new PostgresPair();
        var asked = (shapes is [] ? TableShape.All : shapes).Where(shape => options.Has(shape.Name));
        return asked.Select(shape =>
        {
            var rows = options.Rows(shape.RowsMax);
            pair.Make(shape, rows);
            return run(pair, new Contest("", "", rows) { Rounds = options.Rounds, Beyond = Around }, shape);
        }).ToArray().All(isReached => isReached) ? 0 : 1;
    }

    private static (string Name, string Type)[] Longer(TableShape shape) =>
        [.. shape.Columns.SkipLast(1).Select(each => (each.Name, each.Neutral)),
            (shape.Columns[^1].Name, "nvarchar(80)")];

    private static void Load(PostgresPair pair, (string Name, string Type)[] columns, string path)
    {
        var result = LoadPackage.Run(new LoadJob
        {
            Folder = pair.Folder,
            From = pair.Source,
            Source = new ObjectSource { Connection = pair.Source.Name, Name = "rows" },
            To = pair.Target,
            Columns = columns,
            Resources = new RunResources(),
        });
        if (!result.LoadPath.StartsWith(path, StringComparison.Ordinal))
        {
            throw new InvalidOperationException($"The load took another path: {result.LoadPath}");
        }
    }

    private static void LoadFile(PostgresPair pair, string file, TableShape shape) => LoadPackage.Run(new LoadJob
    {
        Folder = pair.Folder,
        From = new Connection { Name = "Files", Platform = Platform.Files, Folder = pair.Folder },
        Source = new ObjectSource { Connection = "Files", File = Path.GetFileName(file) },
        To = pair.Target,
        Columns = [.. shape.Columns.Select(column => (column.Name, column.Neutral))],
        Resources = new RunResources(),
    });
}

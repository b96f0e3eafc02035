using System.Runtime.ExceptionServices;
using Orchestrator.Data;
using Orchestrator.Import.Sql.Dacpac;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Import.Sql.Reading;
using Orchestrator.Import.Sql.Statements;
using Orchestrator.Import.Sql.Tables;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Sql;

/// <summary>Reads what scripts of T-SQL, the projects that hold them and the packages built of them make.</summary>
internal static class SqlScripts
{
    // The parser goes down a level for each bracket and each block; NestLimit says how many there are at most.
    private const int StackBytes = 128 << 20;

    /// <summary>The platform whose language it is.</summary>
    public static Platform Language => Platform.SqlServer;

    /// <summary>What all of them make together.</summary>
    /// <param name="paths">Scripts, projects, packages and folders; each path from the folder.</param>
    /// <param name="folder">The folder that messages name files from.</param>
    /// <param name="platform">The platform.</param>
    /// <param name="stop">Asks it to end.</param>
    /// <exception cref="OperationCanceledException">It was asked to.</exception>
    public static SqlContent Read(
        IReadOnlyList<string> paths, string folder, IPlatform platform, CancellationToken stop)
    {
        SqlContent? content = null;
        ExceptionDispatchInfo? fault = null;
        var thread = new Thread(() =>
        {
            try
            {
                content = Content(paths, folder, platform, stop);
            }
            catch (Exception thrown)
            {
                fault = ExceptionDispatchInfo.Capture(thrown);
            }
        }, StackBytes) { IsBackground = true, Name = "scripts" };
        thread.Start();
        thread.Join();
        fault?.Throw();
        return content!;
    }

    private static SqlContent Content(
        IReadOnlyList<string> paths, string folder, IPlatform platform, CancellationToken stop)
    {
        var problems = new SqlProblems();
        var inputs = new SqlPaths(folder, problems).Of(paths);
        var drafts = new SqlDrafts(platform.Dialect, problems);
        var read = ReadScripts(inputs, drafts, problems, stop);
        foreach (var package in inputs.Packages.DistinctBy(file => file.Path))
        {
            stop.ThrowIfCancellationRequested();
            read.Add(package.Path);
            PackageFile.Read(package, problems, new ModelReader(drafts, problems, package.At).Take);
        }

        drafts.MakeChanges();
        return Made(inputs, drafts, platform, problems, read.Count);
    }

    private static HashSet<string> ReadScripts(
        SqlInputs inputs, SqlDrafts drafts, SqlProblems problems, CancellationToken stop)
    {
        var read = new HashSet<string>(StringComparer.Ordinal);
        var batches = new BatchReader(inputs.Values, read, problems);
        var statements = new StatementReader(drafts, problems);

        // What another script includes is read there, with the values that it has there.
        var included = inputs.Scripts.SelectMany(file => BatchReader.IncludedBy(file, problems))
            .ToHashSet(StringComparer.Ordinal);
        foreach (var file in inputs.Scripts.OrderBy(file => included.Contains(file.Path)))
        {
            stop.ThrowIfCancellationRequested();
            statements.Begin();
            foreach (var batch in batches.Batches(file))
            {
                statements.Read(batch);
            }
        }

        return read;
    }

    private static SqlContent Made(
        SqlInputs inputs, SqlDrafts drafts, IPlatform platform, SqlProblems problems, int files)
    {
        var collation = drafts.Collation.Length > 0 ? drafts.Collation : inputs.Collation;
        var maker = new TableMaker(drafts, platform.Name, collation, problems);
        CatalogTable[] tables = [.. drafts.Tables.Select(maker.Of)];
        CatalogTable[] views = [.. new ViewMaker(drafts, tables, problems).All()];

        // Which of several databases the connection leads to is not for us to say.
        var told = problems.Has(SqlCodes.Databases) ? [] : tables.Concat(views);
        return new SqlContent(
            [.. told.OrderBy(table => table.Name.Schema, StringComparer.Ordinal)
                .ThenBy(table => table.Name.Name, StringComparer.Ordinal)],
            files, problems.Sorted)
        {
            IsPartial = problems.HasErrors,
            IsWhole = inputs.IsWhole && !problems.HasErrors,
        };
    }
}

using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Sql;

/// <summary>One attempt of a statement: all of it in one transaction.</summary>
internal sealed class SqlRun(PackageContext context)
{
    private ScriptStatement? current;

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        var connection = context.Object.Target.Connection;
        try
        {
            var access = DatabaseAccess.ToTarget(context);
            using var turn = access.TakeTurn();
            using (var database = access.Open())
            {
                RunAll(database, access.Platform.Dialect, context.Object.Sql!);
            }

            access.AfterWriting();
            return new PackageResult { Outcome = NodeState.Succeeded };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, "sql", connection, context.Cancellation);
            return result with { Error = Place(result.Error) };
        }
    }

    private void RunAll(IDatabase database, Dialect dialect, SqlText sql)
    {
        using var interrupt = context.Cancellation.Register(database.Interrupt);
        database.Begin(context.Cancellation);
        try
        {
            var changed = 0L;
            foreach (var statement in dialect.Split(sql.Text))
            {
                context.Cancellation.ThrowIfCancellationRequested();
                current = statement;
                Refuse(dialect, statement);
                changed += database.RunStatement(statement, context.Values);
                context.Progress(0, changed);
            }

            current = null;
            context.Cancellation.ThrowIfCancellationRequested();
            interrupt.Dispose();
            database.Commit();
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    private static void Refuse(Dialect dialect, ScriptStatement statement)
    {
        if (SqlContract.Refusal(dialect, statement) is { } refusal)
        {
            throw new PackageRefusedException(
                "ORC3421", ErrorClass.Config, "sql", $"{refusal} {SqlContract.Advice}");
        }
    }

    private PackageError? Place(PackageError? error)
    {
        if (error is null || current is null)
        {
            return error;
        }

        var sql = context.Object.Sql!;
        var line = error.Line > 0 ? error.Line : current.Line;
        return error with
        {
            Code = error.Code == "ORC3409" ? "ORC3420" : error.Code,
            Script = sql.Script ?? sql.At.File,
            Line = sql.Script is null ? sql.At.Line + line - 1 : line,
        };
    }
}

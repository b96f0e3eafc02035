using Orchestrator.Data.Sqlite;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Sql;

/// <summary>One attempt of a statement: all of it in one transaction.</summary>
internal sealed class SqlRun(PackageContext context)
{
    private readonly string name = $"{context.Object.Project}/{context.Object.Name}";
    private SqliteScriptStatement? current;

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        var connection = context.Object.Target.Connection;
        try
        {
            var file = DatabaseFile.OfTarget(context);
            using var turn = context.Resources.WriterTurns.Take(file, name, context.HeldUp, context.Cancellation);
            using (var database = SqliteFiles.OpenTarget(file, context.Time, context.Cancellation, context.HeldUp))
            {
                RunAll(database, context.Object.Sql!);
            }

            Checkpoint.WhenLarge(file, context.Time, context.Cancellation);
            return new PackageResult { Outcome = NodeState.Succeeded };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, "sql", connection, context.Cancellation);
            return result with { Error = Place(result.Error) };
        }
    }

    private void RunAll(SqliteDatabase database, SqlText sql)
    {
        using var interrupt = context.Cancellation.Register(() => SQLitePCL.raw.sqlite3_interrupt(database.Handle));
        database.BeginImmediate(context.Cancellation);
        try
        {
            foreach (var statement in SqliteScript.Split(sql.Text))
            {
                context.Cancellation.ThrowIfCancellationRequested();
                current = statement;
                Refuse(statement);
                database.Execute(statement.Text);
                context.Progress(0, SQLitePCL.raw.sqlite3_total_changes(database.Handle));
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

    private static void Refuse(SqliteScriptStatement statement)
    {
        if (SqlContract.RefusedWords.Contains(statement.FirstWord))
        {
            throw new PackageRefusedException(
                "ORC3421", ErrorClass.Config, "sql",
                $"{statement.FirstWord} cannot stand in the statements of a package, which are one transaction. "
                + "Take it out; make an object of its own of what has to be committed first.");
        }

        if (statement.Text.Contains('\0', StringComparison.Ordinal))
        {
            throw new PackageRefusedException(
                "ORC3421", ErrorClass.Config, "sql",
                "The statement contains the character U+0000, where SQLite would stop reading. Take it out.");
        }
    }

    private PackageError? Place(PackageError? error)
    {
        if (error is null || current is null)
        {
            return error;
        }

        var sql = context.Object.Sql!;
        return error with
        {
            Code = error.Code == "ORC3409" ? "ORC3420" : error.Code,
            Script = sql.Script ?? sql.At.File,
            Line = sql.Script is null ? sql.At.Line + current.Line - 1 : current.Line,
        };
    }
}

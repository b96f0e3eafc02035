using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Sql;

/// <summary>One attempt of a statement: all of it in one transaction.</summary>
internal sealed class SqlRun(PackageContext context)
{
    private readonly ScriptRun script = new(context.Object.Sql!, context);

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
                RunAll(database);
            }

            access.AfterWriting();
            return new PackageResult { Outcome = NodeState.Succeeded };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, "sql", connection, context.Cancellation);
            return result with { Error = script.Place(result.Error) };
        }
    }

    private void RunAll(IDatabase database)
    {
        using var interrupt = context.Cancellation.Register(database.Interrupt);
        database.Begin(context.Cancellation);
        try
        {
            script.Run(database, changed => context.Progress(0, changed));
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
}

using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Texts;

namespace Orchestrator.Packages.Sql;

/// <summary>One attempt of a statement: all of it in one transaction.</summary>
internal sealed class SqlRun(PackageContext context)
{
    private readonly SqlTextRun? _script = context.Object.Sql is { } sql ? new(sql, context) : null;
    private readonly SetValues _values = new(context);
    private string _told = "";
    private IReadOnlyDictionary<string, RunValue> _set = ReadOnlyDictionary<string, RunValue>.Empty;

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        var connection = context.Object.Target.Connection;
        try
        {
            var access = DatabaseAccess.ToTarget(context);
            if (IsAskedAlone(access))
            {
                Ask();
                return new PackageResult { Outcome = NodeState.Succeeded, Sets = _set };
            }

            using var turn = access.TakeTurn();
            using (var database = access.Open())
            {
                RunAll(database);
            }

            access.AfterWriting();
            return new PackageResult { Outcome = NodeState.Succeeded, LoadPath = _told, Sets = _set };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, "sql", connection, context.Cancellation);
            var error = QuotedWords.Shown(result.Error, fault, QuotedWords.AnyIsSensitive(context.Solution));
            return result with
            {
                Error = _script is null ? Called(error) : _script.Place(error),
                // Which statement it was is known of a failure, too.
                LoadPath = context.Object.SqlFrom is null ? "" : _told,
            };
        }
    }

    // A file that nothing of the solution writes may be another program's, which is opened for reading alone.
    private bool IsAskedAlone(DatabaseAccess access) => context.Object.TellsTurns && !context.IsRelaxed
        && access.Platform.Abilities.HasOneWriter
        && !context.Solution.Projects.SelectMany(project => project.Objects).Any(one => one.WritesTarget
            && !one.TellsTurns && one.Target.Connection == context.Object.Target.Connection);

    /// <summary>Asks for the turns of a loop, and changes nothing.</summary>
    private void Ask()
    {
        using var database = DatabaseAccess.ToReadTarget(context).Open();
        using var interrupt = database.Interruption.On(context.Cancellation);
        _set = _values.Of(_script!.Run(database, _ => { }, statement =>
            ReturnedRows.Of(database.Read(statement.Text, context.Values), context.Cancellation)));
    }

    private void RunAll(IDatabase database)
    {
        using var interrupt = database.Interruption.On(context.Cancellation);
        context.Mark?.Prepare(database);
        CrashPoint.Around("sql.begin", () => database.Begin(context.Cancellation));
        try
        {
            _set = _values.Of(Work(database));
            context.Mark?.AddWithLast(database);
            // In this order: the next statement may hear an interrupt of a session at rest, and is no commit then.
            interrupt.Dispose();
            context.Cancellation.ThrowIfCancellationRequested();
            CrashPoint.Around("sql.commit", () => Commit(database));
            context.Mark?.Stand();
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    private void Commit(IDatabase database) => UnmarkedCommit.Of(database, context, "sql");

    private Returned Work(IDatabase database)
    {
        if (context.Object is { SqlFrom: { } variable, Sql: { } text })
        {
            _told = RunStatement.Told(variable, text);
            context.Message(_told);
        }

        if (_script is not null)
        {
            return _script.Run(database, changed => context.Progress(0, changed),
                _values.ReadsRows ? statement => Read(database, statement) : null);
        }

        var call = Procedures.CallOf(context.Object.Procedure!, database.Platform.Dialect, context);
        if (_values.ReadsRows)
        {
            return AllOf(database, database.Read(call));
        }

        var result = database.Call(call);
        var end = result.ReturnCode is { } code ? $"returned {code}" : "ended";
        _told = string.Join(", ", new[] { $"'{call.Procedure}' {end}" }
            .Concat(result.Outputs.Select(output => $"{output.Name} = {QuotedWords.Given(output.Value, context)}")));
        context.Message(_told);
        call.Check(result.ReturnCode);
        context.Progress(0, result.Changed);
        return new Returned
        {
            Changed = result.Changed,
            ReturnCode = result.ReturnCode,
            Outputs = result.Outputs,
        };
    }

    // Rows are read as those of a query; for one row any statement will do, also one that changes something.
    private Returned Read(IDatabase database, ScriptStatement statement)
    {
        if (_values.ReadsAll)
        {
            return AllOf(database, database.Read(statement.Text, context.Values));
        }

        var answer = database.AskStatement(statement, context.Values);
        return new Returned
        {
            Columns = [.. answer.Columns.Select(column => column.Name)],
            Rows = answer.Rows == 0 ? [] : [answer.First],
            NoTexts = answer.NoTexts.Select(column => (0, column)).ToHashSet(),
            Count = answer.Rows,
        };
    }

    // Behind a statement of a script a session looks whether the transaction still stands, and puts back what was set.
    private Returned AllOf(IDatabase database, IRowReader reader)
    {
        var returned = ReturnedRows.Of(reader, context.Cancellation);
        database.RunStatement(new ScriptStatement("SELECT 1", 1, "SELECT"));
        return returned;
    }

    private PackageError? Called(PackageError? error)
    {
        var at = context.Object.Procedure!.At;
        return error is null ? null : error with
        {
            Code = error.Code == "ORC3409" ? "ORC3420" : error.Code,
            Script = at.File,
            Line = at.Line,
        };
    }
}

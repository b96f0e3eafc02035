using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Texts;

namespace Orchestrator.Packages.Sql;

/// <summary>Runs the statements of a text one after the other in a transaction that is open.</summary>
internal sealed class SqlTextRun(SqlText sql, PackageContext context)
{
    private ScriptStatement? _current;

    /// <summary>Runs all of them.</summary>
    /// <param name="database">Where.</param>
    /// <param name="changed">Told how many rows have been changed so far.</param>
    /// <param name="last">Reads what the last one returns; null = nobody wants to know.</param>
    /// <returns>What they gave back.</returns>
    /// <exception cref="PackageRefusedException">One of them cannot stand in a package.</exception>
    public Returned Run(IDatabase database, Action<long> changed, Func<ScriptStatement, Returned>? last = null)
    {
        var returned = new Returned();
        var dialect = database.Platform.Dialect;
        ScriptStatement[] statements = [.. dialect.Split(sql.Text)];
        var values = context.Values;
        for (var i = 0; i < statements.Length; i++)
        {
            _current = statements[i];
            var statement = Named(statements[i], dialect);
            _current = statement;
            Refuse(dialect, statement);
            // Right before it, since who interrupts a session between two statements stops neither.
            context.Cancellation.ThrowIfCancellationRequested();
            returned = CrashPoint.Around("sql.statement", () => last is not null && i == statements.Length - 1
                ? last(statement) with { Changed = returned.Changed }
                : new Returned { Changed = returned.Changed + database.RunStatement(statement, values) });
            changed(returned.Changed);
        }

        _current = null;
        return returned;
    }

    /// <summary>The failure with the place of the statement at fault; as it is where none was under way, or it has a
    /// place.</summary>
    public PackageError? Place(PackageError? error)
    {
        if (error is null || error.Script.Length > 0 || _current is null)
        {
            return error;
        }

        var line = error.Line > 0 ? error.Line : _current.Line;
        return error with
        {
            Code = error.Code == "ORC3409" ? "ORC3420" : error.Code,
            Script = sql.Script ?? sql.At.File,
            Line = sql.Script is null ? sql.At.Line + line - 1 : line,
        };
    }

    // What is itself a value holds no names to be put in.
    private ScriptStatement Named(ScriptStatement statement, Dialect dialect) => context.Object.SqlFrom is not null
        ? statement : statement with { Text = new RunNames(context).In(statement.Text, dialect) };

    private static void Refuse(Dialect dialect, ScriptStatement statement)
    {
        if (SqlContract.Refusal(dialect, statement) is { } refusal)
        {
            throw new PackageRefusedException(
                "ORC3421", ErrorClass.Config, "sql", $"{refusal} {SqlContract.Advice}");
        }
    }
}

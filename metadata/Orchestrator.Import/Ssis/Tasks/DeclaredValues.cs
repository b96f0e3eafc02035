using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Values that a statement reckons before it takes them: a call takes nothing that is reckoned. In the
/// dialect of <see cref="DraftPlatforms.Server"/>.</summary>
internal static class DeclaredValues
{
    /// <summary>What makes the local time of a server of when the run began.</summary>
    public const string BeganThere = $"DATEADD(minute, DATEPART(tz, SYSDATETIMEOFFSET()), {SystemValues.Began})";

    /// <summary>The name of its own that the value has in the statement, the line that gives it, and what whoever
    /// reads the file has to know, empty = nothing; null = it is taken as it is.</summary>
    public static (string Local, string Line, string Note)? Of(
        TaskContext context, SsisExecutable task, ImportedValue value)
    {
        if (context.TurnOf(value, task.Path) is { IsPath: true } turn)
        {
            // A turn knows the name of its file, where the package has the whole path.
            return ($"@{turn.Name}_path", $"DECLARE @{turn.Name}_path nvarchar(4000) = {turn.WholeSql};\n",
                turn.FolderNote);
        }

        // Packages have the time of the clock on the wall, and a run has UTC. Statements of one transaction are one
        // batch, so that the name is that of the task.
        var local = $"@{DraftNames.Plain(task.Name, "task").Replace('-', '_')}_began";
        return SystemValues.IsBegin(value) && IsLonely(context, task)
            ? (local, $"DECLARE {local} datetime2(3) = {BeganThere};\n", "") : null;
    }

    // Where nobody reads what it gives, and no batch behind the first would miss the name.
    private static bool IsLonely(TaskContext context, SsisExecutable task) =>
        task.Sql is { Result: ResultSetKind.None }
        && task.Properties.All(each => each.Name != "ExecValueVariable" || each.Value.Length == 0)
        && SqlTargets.FixedText(context, task) is { } text && !StatementTokens.Of(text).Any(token => token.Is("GO"));
}

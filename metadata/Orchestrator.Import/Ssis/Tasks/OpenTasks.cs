using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Tasks that have no equal, each with why.</summary>
internal static class OpenTasks
{
    /// <summary>Why a task is left to a person.</summary>
    public static OpenException Of(SsisExecutable task) => task.Kind switch
    {
        ExecutableKind.Script => new(SsisOpenCodes.Script,
            "a script is neither compiled nor run: its text lies beside, for a class of a plug-in (kind script) or for "
                + "other words", Code(task.Script), SsisOpenCodes.Hour),
        ExecutableKind.Ftp => new(SsisOpenCodes.Transfer,
            "files come and go over SFTP, from a server whose key is known: declare it under fileServers, and write "
                + "kind transfer",
            $"{task.Ftp?.Operation} {task.Ftp?.Remote.Value} {task.Ftp?.Local.Value}", SsisOpenCodes.Hour),
        ExecutableKind.BulkInsert => new(SsisOpenCodes.BulkInsert,
            "a file that is loaded has columns, which this task does not say: write a load from it",
            $"{task.BulkInsert?.FileConnection} into {task.BulkInsert?.Table}", SsisOpenCodes.Minutes),
        _ => new(SsisOpenCodes.Task, $"a task of the kind {Named(task)} has no equal here",
            task.RawText ?? task.CreationName, SsisOpenCodes.Hour),
    };

    private static string Named(SsisExecutable task) =>
        task.Kind == ExecutableKind.Other ? task.CreationName : task.Kind.ToString();

    private static string Code(ScriptCode? script) => script is null ? ""
        : string.Join("\n", script.Files.Where(each => each.Name.EndsWith("Main.cs", StringComparison.OrdinalIgnoreCase)
            || each.Name.EndsWith("Main.vb", StringComparison.OrdinalIgnoreCase)).Select(each => each.Text));
}

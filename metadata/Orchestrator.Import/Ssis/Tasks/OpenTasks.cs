using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Tasks that have no equal, each with why.</summary>
internal static class OpenTasks
{
    /// <summary>Why a task is left to a person.</summary>
    public static OpenException Of(SsisExecutable task) => task.Kind switch
    {
        ExecutableKind.Script => Script(task, "its code is not there"),
        ExecutableKind.Ftp => new(SsisOpenCodes.Transfer,
            "files come and go over SFTP, from a server whose key is known: declare it under fileServers, and write "
                + "kind transfer", Sketch(task.Ftp), SsisOpenCodes.Hour),
        _ => new(SsisOpenCodes.Task, $"a task of the kind {Named(task)} has no equal here: {Instead(task)}",
            task.RawText ?? task.CreationName, SsisOpenCodes.Hour),
    };

    /// <summary>Why a script is left to a person.</summary>
    /// <param name="task">The script.</param>
    /// <param name="why">What of it is not known, or has no equal.</param>
    public static OpenException Script(SsisExecutable task, string why) => new(SsisOpenCodes.Script,
        $"a script is neither compiled nor run, and not all that this one does has an equal: {why}; its text lies "
            + "beside, for a class of a plug-in (kind script) or for other words", Code(task.Script),
        SsisOpenCodes.Hour);

    // What it would be over SFTP.
    private static string Sketch(FtpTask? task)
    {
        var (remote, local) = (task?.Remote.Value ?? "", task?.Local.Value ?? "");
        return $"{task?.Operation} {remote} {local}".TrimEnd() + task?.Operation switch
        {
            "Receive" => $"\ntransfer: {{get: {remote}, from: {task?.Connection}, to: the folder {local}}}",
            "DeleteRemote" => "\ntransfer: {delete: true} of what gets the file",
            "Send" => $"\ntransfer: {{put: {local}, from: its folder, to: {task?.Connection}, into: {remote}}}",
            _ => "",
        };
    }

    private static string Instead(SsisExecutable task) => task.Kind switch
    {
        ExecutableKind.WebService => "kind http sends a request, whose body is the envelope of the service's WSDL",
        ExecutableKind.Xml => "a class in C# reads and changes XML (kind script), or the XML methods of the database",
        ExecutableKind.WmiReader => "a program asks WMI, and what it says becomes a value by sets (kind process)",
        ExecutableKind.WmiWatcher => "kind file waits for a file (waitFor), a trigger starts where one arrives; for "
            + "what else it waits a program asks",
        ExecutableKind.MessageQueue => "a class in C# puts and takes messages (kind script)",
        ExecutableKind.AnalysisExecute or ExecutableKind.AnalysisProcess or ExecutableKind.DataMining =>
            "a program sends the command to the server of cubes (kind process)",
        ExecutableKind.CdcControl => "a query over the functions of CDC reads what has changed, and a watermark over "
            + "__$start_lsn remembers where it stopped",
        ExecutableKind.Maintenance => "View T-SQL of its designer shows what it sends; write that in kind sql, but "
            + "what runs outside of a transaction alone, as BACKUP and shrinking, a program sends (kind process)",
        ExecutableKind.TransferDatabase or ExecutableKind.TransferObjects or ExecutableKind.TransferJobs
            or ExecutableKind.TransferLogins or ExecutableKind.TransferErrorMessages
            or ExecutableKind.TransferStoredProcedures =>
            "tables are loads; what else belongs to a server its own scripts bring, run by hand or by a program",
        ExecutableKind.ActiveScript or ExecutableKind.ExecuteDts2000 =>
            "it is older than the packages themselves: say what it did in other words",
        ExecutableKind.DataProfiling => "kind check holds rows against what is expected of them",
        _ => "a program does it (kind process), or a class in C# (kind script)",
    };

    private static string Named(SsisExecutable task) =>
        task.Kind == ExecutableKind.Other ? task.CreationName : task.Kind.ToString();

    private static string Code(ScriptCode? script) => script is null ? ""
        : string.Join("\n", script.Files.Where(each => each.Name.EndsWith("Main.cs", StringComparison.OrdinalIgnoreCase)
            || each.Name.EndsWith("Main.vb", StringComparison.OrdinalIgnoreCase)).Select(each => each.Text));
}

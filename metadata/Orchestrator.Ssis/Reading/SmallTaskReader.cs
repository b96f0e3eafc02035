using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads the tasks that are a few attributes. What is left out is as by default.</summary>
internal static class SmallTaskReader
{
    public static FileSystemTask FileSystem(XElement data, ConnectionNames connections) => new()
    {
        Operation = Text(data, "TaskOperationType", "CopyFile"),
        From = Path(data, "TaskIsSourceVariable", "TaskSourcePath", connections),
        To = Path(data, "TaskIsDestinationVariable", "TaskDestinationPath", connections),
        Overwrites = Flag(data, "TaskOverwriteDestFile"),
        Attributes = Text(data, "TaskFileAttributes"),
    };

    public static FtpTask Ftp(XElement data, ConnectionNames connections) => new()
    {
        Connection = connections.NameOf(Text(data, "ConnectionName")),
        Operation = Text(data, "TaskOperationType", "Send"),
        Local = Path(data, "TaskIsLocalPathVar", "TaskLocalPath", connections),
        Remote = Path(data, "TaskIsRemotePathVar", "TaskRemotePath", connections),
        Overwrites = Flag(data, "TaskOverwriteDest"),
        IsAscii = Flag(data, "TaskTransferAscii"),
    };

    public static SendMailTask Mail(XElement data, ConnectionNames connections)
    {
        var source = SqlTaskReader.SourceOf(Dts.Attribute(data, "MessageSourceType"));
        var message = Text(data, "MessageSource");
        return new()
        {
            Connection = connections.NameOf(Text(data, "SMTPServer")),
            From = Text(data, "From"),
            To = Text(data, "To"),
            Cc = Text(data, "CC"),
            Bcc = Text(data, "BCC"),
            Subject = Text(data, "Subject"),
            Source = source,
            Message = source == TextSource.File ? connections.NameOf(message) : message,
            Attachments = Text(data, "FileAttachments"),
            Priority = Text(data, "Priority", "Normal"),
        };
    }

    public static ExecuteProcessTask Program(XElement data) => new()
    {
        Executable = Text(data, "Executable"),
        Arguments = Text(data, "Arguments"),
        WorkingFolder = Text(data, "WorkingDirectory"),
        InputVariable = Text(data, "StandardInputVariable"),
        OutputVariable = Text(data, "StandardOutputVariable"),
        ErrorVariable = Text(data, "StandardErrorVariable"),
        RequiresFullName = Flag(data, "RequireFullFileName", absent: true),
        FailsOnReturnValue = Flag(data, "FailTaskIfReturnCodeIsNotSuccessValue", absent: true),
        SuccessValue = Number(data, "SuccessValue"),
        TimeoutSeconds = Number(data, "TimeOut"),
    };

    public static BulkInsertTask BulkInsert(XElement data, ConnectionNames connections) => new()
    {
        Connection = connections.NameOf(Text(data, "DestinationConnectionName")),
        FileConnection = connections.NameOf(Text(data, "SourceConnectionName")),
        Table = Text(data, "DestinationTableName"),
        FieldTerminator = Terminator(Text(data, "FieldTerminator", "\t")),
        RowTerminator = Terminator(Text(data, "RowTerminator", "\r\n")),
        FirstRow = Number(data, "FirstRow", 1),
        LastRow = Number(data, "LastRow"),
        CodePage = Text(data, "CodePage", "RAW"),
        DataFileType = Text(data, "DataFileType", "DTSBulkInsert_DataFileType_Char"),
        FormatFile = Text(data, "FormatFile"),
        MaximumErrors = Number(data, "MaximumErrors"),
        KeepsNulls = Flag(data, "KeepNulls"),
        KeepsIdentity = Flag(data, "KeepIdentity"),
        ChecksConstraints = Flag(data, "CheckConstraints", absent: true),
        FiresTriggers = Flag(data, "FireTriggers"),
        SortedData = Text(data, "SortedData"),
    };

    // As the designer names them: `Comma {,}`, `{CR}{LF}`; else what is written is meant.
    private static string Terminator(string written)
    {
        var open = written.IndexOf('{', StringComparison.Ordinal);
        if (open < 0 || !written.EndsWith('}'))
        {
            return FlatFileReader.Decoded(written);
        }

        return string.Concat(written[(open + 1)..^1].Split("}{").Select(each => each switch
        {
            "CR" => "\r",
            "LF" => "\n",
            "t" or "TAB" or "Tab" => "\t",
            _ => each,
        }));
    }

    private static TaskPath Path(XElement data, string isVariable, string path, ConnectionNames connections)
    {
        var written = Text(data, path);
        if (Flag(data, isVariable))
        {
            return new(TextSource.Variable, written);
        }

        return connections.Find(written) is { } found
            ? new(TextSource.File, found.Name) : new(TextSource.Direct, written);
    }

    private static string Text(XElement data, string name, string absent = "") => Dts.Attribute(data, name) ?? absent;

    private static bool Flag(XElement data, string name, bool absent = false) =>
        Dts.Attribute(data, name) is { } text ? Dts.IsYes(text) : absent;

    private static int Number(XElement data, string name, int absent = 0) =>
        DtsProperties.NumberOf(Dts.Attribute(data, name), absent);
}

using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>What an executable is. Formats name the same task by a class, a short name, a GUID; what it holds is called
/// the same in all of them, and speaks first.</summary>
internal static class ExecutableKinds
{
    // A task of a maintenance plan that is nothing but a statement, as somebody has written it.
    private const string StatementOfPlan = "DbMaintenanceTSQLExecuteTask";

    private static readonly Dictionary<string, ExecutableKind> ByContent = new(StringComparer.Ordinal)
    {
        ["pipeline"] = ExecutableKind.DataFlow,
        ["SqlTaskData"] = ExecutableKind.ExecuteSql,
        ["ScriptProject"] = ExecutableKind.Script,
        ["ExecutePackageTask"] = ExecutableKind.ExecutePackage,
        ["ExecuteProcessData"] = ExecutableKind.ExecuteProcess,
        ["ExpressionTask"] = ExecutableKind.Expression,
        ["FileSystemData"] = ExecutableKind.FileSystem,
        ["SendMailTaskData"] = ExecutableKind.SendMail,
        ["FtpData"] = ExecutableKind.Ftp,
        ["BulkInsertTaskData"] = ExecutableKind.BulkInsert,
        ["WebServiceTaskData"] = ExecutableKind.WebService,
        ["XMLTaskData"] = ExecutableKind.Xml,
        ["ASDdlData"] = ExecutableKind.AnalysisExecute,
        ["ASProcessingData"] = ExecutableKind.AnalysisProcess,
        ["DMQueryTaskData"] = ExecutableKind.DataMining,
        ["CDCControlTask"] = ExecutableKind.CdcControl,
        ["MSMQTaskData"] = ExecutableKind.MessageQueue,
        ["WMIDRTaskData"] = ExecutableKind.WmiReader,
        ["WMIEWTaskData"] = ExecutableKind.WmiWatcher,
        ["ActiveXScriptTaskData"] = ExecutableKind.ActiveScript,
        ["Exec80PackageTaskData"] = ExecutableKind.ExecuteDts2000,
        ["DataProfilingTaskData"] = ExecutableKind.DataProfiling,
    };

    // The last word of the class, without `Microsoft.`, a space before it and a version behind it.
    private static readonly Dictionary<string, ExecutableKind> ByName = new(StringComparer.OrdinalIgnoreCase)
    {
        ["STOCK:SEQUENCE"] = ExecutableKind.Sequence,
        ["STOCK:FOREACHLOOP"] = ExecutableKind.ForEach,
        ["STOCK:FORLOOP"] = ExecutableKind.ForLoop,
        ["Pipeline"] = ExecutableKind.DataFlow,
        ["ExecuteSQLTask"] = ExecutableKind.ExecuteSql,
        [StatementOfPlan] = ExecutableKind.ExecuteSql,
        ["ScriptTask"] = ExecutableKind.Script,
        ["ExecutePackageTask"] = ExecutableKind.ExecutePackage,
        ["ExecuteProcess"] = ExecutableKind.ExecuteProcess,
        ["ExpressionTask"] = ExecutableKind.Expression,
        ["FileSystemTask"] = ExecutableKind.FileSystem,
        ["SendMailTask"] = ExecutableKind.SendMail,
        ["FtpTask"] = ExecutableKind.Ftp,
        ["BulkInsertTask"] = ExecutableKind.BulkInsert,
        ["WebServiceTask"] = ExecutableKind.WebService,
        ["XMLTask"] = ExecutableKind.Xml,
        ["ASExecuteDDLTask"] = ExecutableKind.AnalysisExecute,
        ["DTSProcessingTask"] = ExecutableKind.AnalysisProcess,
        ["DMQueryTask"] = ExecutableKind.DataMining,
        ["CdcControlTask"] = ExecutableKind.CdcControl,
        ["MessageQueueTask"] = ExecutableKind.MessageQueue,
        ["WmiDataReaderTask"] = ExecutableKind.WmiReader,
        ["WmiEventWatcherTask"] = ExecutableKind.WmiWatcher,
        ["ActiveXScriptTask"] = ExecutableKind.ActiveScript,
        ["Exec80PackageTask"] = ExecutableKind.ExecuteDts2000,
        ["DataProfilingTask"] = ExecutableKind.DataProfiling,
        ["TransferDatabaseTask"] = ExecutableKind.TransferDatabase,
        ["TransferSqlServerObjectsTask"] = ExecutableKind.TransferObjects,
        ["TransferJobsTask"] = ExecutableKind.TransferJobs,
        ["TransferLoginsTask"] = ExecutableKind.TransferLogins,
        ["TransferErrorMessagesTask"] = ExecutableKind.TransferErrorMessages,
        ["TransferStoredProceduresTask"] = ExecutableKind.TransferStoredProcedures,
    };

    /// <summary>The kind of an executable.</summary>
    /// <param name="created">Its name of creation, as <see cref="WithoutVersion"/> gives it.</param>
    /// <param name="data">What its object data holds; null where there is none.</param>
    public static ExecutableKind Of(string created, XElement? data)
    {
        var name = LastWord(created);
        if (name.StartsWith("DbMaintenance", StringComparison.Ordinal) && name != StatementOfPlan)
        {
            return ExecutableKind.Maintenance;
        }

        if (data is not null && ByContent.TryGetValue(data.Name.LocalName, out var kind))
        {
            return kind;
        }

        if (ByName.TryGetValue(name, out kind))
        {
            return kind;
        }

        return name.StartsWith("Hadoop", StringComparison.Ordinal) || name.StartsWith("Hdfs", StringComparison.Ordinal)
            ? ExecutableKind.Hadoop
            : name.StartsWith("Azure", StringComparison.Ordinal) ? ExecutableKind.Azure : ExecutableKind.Other;
    }

    /// <summary>A class without the version and the key of its assembly: they change with each release.</summary>
    public static string WithoutVersion(string created)
    {
        var version = created.IndexOf(", Version=", StringComparison.OrdinalIgnoreCase);
        return version < 0 ? created : created[..version];
    }

    /// <summary>What holds a task's settings: the first element of its object data.</summary>
    public static XElement? DataOf(XElement executable) =>
        executable.Element(Dts.ObjectData)?.Elements().FirstOrDefault();

    private static string LastWord(string created)
    {
        var type = created.Split(',')[0].Trim();
        var words = type.Split('.');
        return words.Length > 1 && words[^1].All(char.IsDigit) ? words[^2] : words[^1];
    }
}

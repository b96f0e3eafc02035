using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Adds to an executable what its kind has; of a kind that is only named, its text.</summary>
internal sealed class TaskReader(ReadingContext context)
{
    private readonly PipelineReader _flows = new(context);

    public SsisExecutable WithTask(SsisExecutable read, XElement element, DtsProperties properties)
    {
        var data = ExecutableKinds.DataOf(element);
        var kind = ExecutableKinds.Of(read.CreationName, data);
        var named = read with { Kind = kind };
        if (kind is ExecutableKind.Sequence or ExecutableKind.ForLoop or ExecutableKind.ForEach)
        {
            return WithLoop(named, element, properties);
        }

        return data is null ? named with { RawText = RawOf(element) } : WithData(named, data);
    }

    private SsisExecutable WithLoop(SsisExecutable read, XElement element, DtsProperties properties) => read.Kind switch
    {
        ExecutableKind.ForLoop => read with
        {
            For = new(properties.Text("InitExpression"), properties.Text("EvalExpression"),
                properties.Text("AssignExpression")),
        },
        ExecutableKind.ForEach => read with { ForEach = ForEachReader.Read(element, context.Connections) },
        _ => read,
    };

    private SsisExecutable WithData(SsisExecutable read, XElement data)
    {
        var connections = context.Connections;
        return read.Kind switch
        {
            ExecutableKind.DataFlow when _flows.Read(data, read.Path) is var flow => read with
            {
                DataFlow = flow,
                Properties = [.. read.Properties, .. PipelineReader.EngineProperties(data)],
                Connections = Used(flow.Components.SelectMany(each => each.Connections)
                    .Select(each => each.Connection)),
            },
            ExecutableKind.ExecuteSql when SqlTaskReader.Read(data, connections) is var sql => read with
            {
                Sql = sql,
                Connections = Used([sql.Connection, sql.Source == TextSource.File ? sql.Statement : ""]),
            },
            ExecutableKind.ExecutePackage when CallReader.Read(data, connections) is var call =>
                read with { Call = call, Connections = Used([call.Connection]) },
            ExecutableKind.Expression => read with { Expression = Dts.Attribute(data, "Expression") ?? "" },
            ExecutableKind.Script => read with { Script = ScriptReader.OfTask(data) },
            ExecutableKind.FileSystem when SmallTaskReader.FileSystem(data, connections) is var files =>
                read with { FileSystem = files, Connections = Used(Named(files.From, files.To)) },
            ExecutableKind.Ftp when SmallTaskReader.Ftp(data, connections) is var ftp =>
                read with { Ftp = ftp, Connections = Used([ftp.Connection, .. Named(ftp.Local, ftp.Remote)]) },
            ExecutableKind.SendMail when SmallTaskReader.Mail(data, connections) is var mail => read with
            {
                Mail = mail,
                Connections = Used([mail.Connection, mail.Source == TextSource.File ? mail.Message : ""]),
            },
            ExecutableKind.ExecuteProcess => read with { Process = SmallTaskReader.Program(data) },
            ExecutableKind.BulkInsert when SmallTaskReader.BulkInsert(data, connections) is var bulk =>
                read with { BulkInsert = bulk, Connections = Used([bulk.Connection, bulk.FileConnection]) },
            _ => WithText(read, data),
        };
    }

    // Which attribute names a connection nobody knows; a text that is one's GUID or name in the right place is one.
    private SsisExecutable WithText(SsisExecutable read, XElement data) => read with
    {
        RawText = data.ToString(SaveOptions.DisableFormatting),
        Connections = Used(data.DescendantsAndSelf().SelectMany(each => each.Attributes())
            .Where(each => each.Name.LocalName.Contains("Connection", StringComparison.OrdinalIgnoreCase)
                || each.Value.StartsWith('{'))
            .Select(each => context.Connections.Find(each.Value)?.Name ?? "")),
    };

    private static string RawOf(XElement element) =>
        (element.Element(Dts.ObjectData) ?? new XElement(element.Name, element.Attributes()))
            .ToString(SaveOptions.DisableFormatting);

    private static IEnumerable<string> Named(params TaskPath[] paths) =>
        paths.Where(path => path.Source == TextSource.File).Select(path => path.Value);

    private static IReadOnlyList<string> Used(IEnumerable<string> names) =>
        [.. names.Where(name => name.Length > 0).Distinct().Order(StringComparer.Ordinal)];
}

using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads the control flow: executables, what they hold, their order and their event handlers. It goes down as
/// deep as the bounds of the XML let it.</summary>
internal sealed class ExecutableReader(ReadingContext context)
{
    // What has a home of its own in the model, or says who made the package, when and with what.
    private static readonly HashSet<string> Known =
    [
        "refId", "CreationName", "DTSID", "ObjectName", "Description", "ExecutableType", "Disabled",
        "FailPackageOnFailure", "FailParentOnFailure", "MaxErrorCount", "TransactionOption", "ISOLevel",
        "DelayValidation", "ForceExecutionResult", "TaskContact", "ThreadHint", "ExecutionLocation", "ExecutionAddress",
        "CreatorName", "CreatorComputerName", "CreationDate", "VersionMajor", "VersionMinor", "VersionBuild",
        "VersionComments", "VersionGUID", "LastModifiedProductVersion", "PackageFormatVersion", "PackageType",
        "ProtectionLevel", "PackagePriorityClass", "LockName", "ForceExecValue", "ExecValue", "LocaleID",
        "InitExpression", "EvalExpression", "AssignExpression", "EventID", "EventName",
    ];

    private readonly TaskReader _tasks = new(context);
    private readonly ConstraintReader _constraints = new(context);

    /// <summary>The package itself.</summary>
    public SsisExecutable Package(XElement root)
    {
        var properties = new DtsProperties(root);
        var name = properties.Text("ObjectName") is { Length: > 0 } own ? own : PackageReader.NameOf(context.File);
        return Container(root, properties, context.Unique(PackageReader.RootPath), name) with
        {
            Kind = ExecutableKind.Package,
        };
    }

    private SsisExecutable Read(XElement element, string above)
    {
        var properties = new DtsProperties(element);
        var name = properties.Text("ObjectName") is { Length: > 0 } own
            ? own : Dts.Attribute(element, "ObjectName") ?? "";
        var read = Container(element, properties, context.Unique($"{above}\\{name}"), name);
        return _tasks.WithTask(read, element, properties);
    }

    private SsisExecutable Container(XElement element, DtsProperties properties, string path, string name)
    {
        var children = Children(element, path);
        return new()
        {
            Path = path,
            Name = name,
            Id = properties.Text("DTSID").ToUpperInvariant(),
            Line = SafeXml.LineOf(element),
            CreationName = ExecutableKinds.WithoutVersion(
                properties.TextOrNone("CreationName") is { Length: > 0 } created
                    ? created : properties.Text("ExecutableType")),
            Description = properties.Text("Description"),
            IsDisabled = properties.Flag("Disabled"),
            FailsPackage = properties.Flag("FailPackageOnFailure"),
            FailsParent = properties.Flag("FailParentOnFailure"),
            MaximumErrorCount = properties.Number("MaxErrorCount", 1),
            Transaction = properties.Number("TransactionOption", 1) is >= 0 and <= 2 and var option
                ? (TransactionOption)option : TransactionOption.Supported,
            IsolationLevel = properties.Number("ISOLevel"),
            DelaysValidation = properties.Flag("DelayValidation"),
            ForcedResult = properties.Number("ForceExecutionResult", -1),
            Properties = properties.Without(Known),
            Expressions = properties.Expressions,
            Variables = VariableReader.Of(element),
            Children = [.. children.Select(each => each.Read)],
            Constraints = _constraints.Of(element, children, path),
            Handlers = Handlers(element, path),
        };
    }

    // Wherever they stand: a container of somebody else's may have a wrapper that nobody knows.
    private List<(XElement Element, SsisExecutable Read)> Children(XElement element, string path) =>
    [
        .. Dts.Nearest(element, each => Dts.IsExecutable(each) || each.Name == Dts.Handler)
            .Where(Dts.IsExecutable).Select(each => (each, Read(each, path))),
    ];

    private IReadOnlyList<SsisEventHandler> Handlers(XElement element, string path) =>
    [
        .. Dts.Nearest(element, each => Dts.IsExecutable(each) || each.Name == Dts.Handler)
            .Where(each => each.Name == Dts.Handler).Select(each => Handler(each, path)),
    ];

    private SsisEventHandler Handler(XElement element, string above)
    {
        var properties = new DtsProperties(element);
        var name = properties.Text("EventName") is { Length: > 0 } own ? own : properties.Text("CreationName");
        var path = context.Unique($"{above}.EventHandlers[{name}]");
        var children = Children(element, path);
        return new()
        {
            Event = name,
            Path = path,
            IsDisabled = properties.Flag("Disabled"),
            Variables = VariableReader.Of(element),
            Expressions = properties.Expressions,
            Children = [.. children.Select(each => each.Read)],
            Constraints = _constraints.Of(element, children, path),
            Handlers = Handlers(element, path),
        };
    }
}

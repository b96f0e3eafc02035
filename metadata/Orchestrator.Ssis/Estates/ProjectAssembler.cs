using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;
using Orchestrator.Ssis.Resolving;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Estates;

/// <summary>Makes a project of its files: connections and parameters first, which packages then name.</summary>
internal sealed class ProjectAssembler(EstateContext context)
{
    /// <summary>The project of files that are known to belong together.</summary>
    /// <param name="project">What is known of it: name, file, deployment.</param>
    /// <param name="stated">What the project itself says of its connections, for those whose file is not there.</param>
    /// <param name="packages">Its packages.</param>
    /// <param name="connections">Its files of connections.</param>
    /// <param name="parameters">Its file of parameters; null where there is none.</param>
    public SsisProject Assemble(
        SsisProject project, IReadOnlyList<SsisConnection> stated, IEnumerable<EstateFile> packages,
        IEnumerable<EstateFile> connections, EstateFile? parameters)
    {
        SsisConnection[] read = [.. connections.Where(context.Take).Select(Connection).OfType<SsisConnection>()];
        SsisConnection[] shared =
        [
            .. read.Concat(stated.Where(each => !Array.Exists(read, one =>
                    one.Name.Equals(each.Name, StringComparison.OrdinalIgnoreCase))))
                .OrderBy(each => each.Name, StringComparer.Ordinal),
        ];
        return SpokenSql.Told(project with
        {
            Connections = shared,
            Parameters = parameters is not null && context.Take(parameters) ? Parameters(parameters) : [],
            Packages =
            [
                .. packages.Where(context.Take).OrderBy(each => each.Path, StringComparer.Ordinal)
                    .Select(each => Package(each, shared)).OfType<SsisPackage>(),
            ],
        });
    }

    private SsisPackage? Package(EstateFile file, IReadOnlyList<SsisConnection> shared) =>
        context.Bytes(file, context.Bounds.FileBytesMax) is { } bytes
            ? Package(bytes, file, shared) : null;

    // A package that reading fails at is one that is not read, and the others are.
    private SsisPackage Package(byte[] bytes, EstateFile file, IReadOnlyList<SsisConnection> shared)
    {
        try
        {
            return VariableResolver.Resolve(ConfiguredValues.Applied(
                WithValues(PackageReader.Read(bytes, file.Path, shared, context.Bounds), file)));
        }
        catch (Exception mistake) when (mistake is not (OutOfMemoryException or OperationCanceledException))
        {
            return PackageReader.Bare(bytes, file.Path) with
            {
                IsRefused = true,
                Findings =
                [
                    new(ReadingCodes.Broken, file.Path, 0, 0,
                        $"the package could not be read, which is a mistake of the import ({mistake.GetType().Name})",
                        "report it; leave the package out until then"),
                ],
            };
        }
    }

    private SsisConnection? Connection(EstateFile file) =>
        context.Xml(file, "ConnectionManager")?.Root is { } root
            ? ConnectionReader.Read(root, file.Path, isOfProject: true) : null;

    private IReadOnlyList<SsisParameter> Parameters(EstateFile file) =>
        context.Xml(file, "Parameters")?.Root is { } root ? ParameterReader.OfProject(root) : [];

    // A package names its file of values by a path of the machine that it was made on: the nearest that is called so is
    // meant.
    private SsisPackage WithValues(SsisPackage package, EstateFile file) => package with
    {
        Configurations =
        [
            .. package.Configurations.Select(each => each.Kind == ConfigurationKind.XmlFile
                ? each with { Values = ValuesOf(each.Source, file) } : each),
        ],
    };

    private IReadOnlyList<ConfiguredValue> ValuesOf(string source, EstateFile package)
    {
        var name = PathEnds.Of(source);
        var called = context.Files.Where(each => string.Equals(each.Name, name, StringComparison.OrdinalIgnoreCase))
            .ToArray();
        var meant = called.FirstOrDefault(each => each.Folder == package.Folder)
            ?? (called.Length == 1 ? called[0] : null);
        return meant is not null && meant.Is(".dtsconfig") && context.Xml(meant, "DTSConfiguration") is { } document
            ? ConfigurationReader.ValuesOf(document) : [];
    }
}

using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Resolving;

/// <summary>Finds packages by what calls name them by: their file, their own name, a path in a store.</summary>
internal sealed class CalledPackages
{
    private readonly ILookup<string, (string Project, string File)> _files;

    public CalledPackages(IReadOnlyList<SsisProject> projects) => _files = projects
        .SelectMany(project => project.Packages.SelectMany(package =>
            new[] { LastPart(package.File), WithoutEnding(LastPart(package.File)), package.Name }
                .Distinct(StringComparer.OrdinalIgnoreCase)
                .Select(name => (Name: name, Project: project.File, package.File))))
        .ToLookup(each => each.Name, each => (each.Project, each.File), StringComparer.OrdinalIgnoreCase);

    /// <summary>The file of the package that a call means; empty where there is none, or where several of other
    /// projects are called so. Of a name that is computed, nothing is found.</summary>
    public string Find(SsisProject project, SsisPackage package, SsisExecutable executable)
    {
        var call = executable.Call;
        if (call is null || executable.Expressions.Any(each => each.Property.Contains("PackageName",
            StringComparison.OrdinalIgnoreCase)))
        {
            return "";
        }

        var connection = package.Connections.Concat(project.Connections)
            .FirstOrDefault(each => each.Name == call.Connection);
        var written = call.IsProjectReference || connection?.Kind is not ConnectionManagerKind.File
            ? call.Package : connection.Path;
        var name = LastPart(written);
        if (name.Length == 0)
        {
            return "";
        }

        var found = _files[name].Concat(_files[WithoutEnding(name)]).Distinct().ToArray();
        var near = found.Where(each => each.Project == project.File).Select(each => each.File).Distinct().ToArray();
        return near.Length > 0
            ? near.FirstOrDefault(file => WithoutEnding(LastPart(file)) == WithoutEnding(name)) ?? near[0]
            : found.Length == 1 && !call.IsProjectReference ? found[0].File : "";
    }

    private static string LastPart(string path) => PathEnds.Of(path).Trim();

    private static string WithoutEnding(string name) =>
        name.EndsWith(".dtsx", StringComparison.OrdinalIgnoreCase) ? name[..^5] : name;
}

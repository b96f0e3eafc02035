using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Resolving;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Estates;

/// <summary>Reads all files of an estate: archives, projects, and packages that belong to none. Nothing it meets stops
/// it; what it refuses is found.</summary>
internal static class EstateReader
{
    private const string ParametersName = "Project.params";

    /// <summary>The estate.</summary>
    /// <param name="files">All files, of whatever kind; what is none of SSIS is not read.</param>
    /// <param name="bounds">How much is read.</param>
    /// <param name="found">What was found while the files were looked for.</param>
    public static SsisEstate Read(
        IReadOnlyList<EstateFile> files, ReadingBounds bounds, IReadOnlyList<SsisFinding> found)
    {
        var context = new EstateContext(files, bounds);
        context.Findings.AddRange(found);
        var assembler = new ProjectAssembler(context);
        var projects = new List<SsisProject>();
        foreach (var file in context.Files.Where(each => each.Is(".ispac")))
        {
            projects.AddRange(OfArchive(file, context));
        }

        foreach (var file in context.Files.Where(each => each.Is(".dtproj")))
        {
            projects.AddRange(OfProject(file, context, assembler));
        }

        projects.AddRange(OfFolders(context, assembler));
        return new()
        {
            Projects = [.. CallResolver.Resolve([.. projects.OrderBy(each => each.File, StringComparer.Ordinal)])],
            Findings =
            [
                .. context.Findings.OrderBy(each => each.File, StringComparer.Ordinal).ThenBy(each => each.Line)
                    .ThenBy(each => each.Column).ThenBy(each => each.Code, StringComparer.Ordinal),
            ],
        };
    }

    private static IEnumerable<SsisProject> OfArchive(EstateFile file, EstateContext context)
    {
        if (context.Bytes(file, context.Bounds.ArchiveBytesMax) is not { } bytes
            || ArchiveReader.Read(bytes, file.Path, context.Bounds, context.Findings) is not { } entries)
        {
            yield break;
        }

        context.Findings.AddRange(entries.Where(each => each.Is(".ispac")).Select(each => new SsisFinding(
            ReadingCodes.Archive, each.Path, 0, 0, "an archive within an archive is not read",
            "take it out, and point at it by itself")));

        // Within an archive its entries are all that there is.
        var inner = new EstateContext(entries, context.Bounds);
        var manifest = entries.FirstOrDefault(each => each.Is("@Project.manifest"));
        var said = manifest is not null && inner.Xml(manifest, "Project")?.Root is { } root
            ? ProjectFile.OfManifest(root) : new ProjectFile { Deployment = DeploymentModel.Project };
        yield return new ProjectAssembler(inner).Assemble(
            Named(said, file), StatedBy(said, file),
            entries.Where(each => each.Is(".dtsx")), entries.Where(each => each.Is(".conmgr")),
            entries.FirstOrDefault(each => each.Is(ParametersName)));
        context.Findings.AddRange(inner.Findings);
    }

    private static IEnumerable<SsisProject> OfProject(
        EstateFile file, EstateContext context, ProjectAssembler assembler)
    {
        if (context.Xml(file, "Project") is not { } document)
        {
            yield break;
        }

        var said = ProjectFile.OfProject(document);
        // What lies beside a project and is not listed in it was once a part of it.
        var beside = context.Files.Where(each => each.Folder == file.Folder).ToArray();
        yield return assembler.Assemble(
            Named(said, file), StatedBy(said, file),
            Listed(said.Packages, file, context).Concat(beside.Where(each => each.Is(".dtsx"))),
            Listed(said.Connections, file, context).Concat(beside.Where(each => each.Is(".conmgr"))),
            beside.FirstOrDefault(each => each.Name.Equals(ParametersName, StringComparison.OrdinalIgnoreCase)));
    }

    private static SsisProject Named(ProjectFile said, EstateFile file) => new()
    {
        Name = said.Name.Length > 0 ? said.Name : Path.GetFileNameWithoutExtension(file.Name),
        File = file.Path,
        Deployment = said.Deployment,
        Protection = said.Protection,
        Configurations = said.Configurations,
    };

    private static IReadOnlyList<SsisConnection> StatedBy(ProjectFile said, EstateFile file) =>
        [.. said.Stated.Select(each => each with { File = file.Path })];

    private static List<EstateFile> Listed(IEnumerable<string> names, EstateFile project, EstateContext context)
    {
        var files = new List<EstateFile>();
        foreach (var name in names)
        {
            if (FolderNames.Combined(project.Folder, name) is not { } path)
            {
                context.Findings.Add(new(ReadingCodes.LeadsOut, project.Path, 0, 0,
                    "the project lists a file that lies outside of what was pointed at, or is no name of a file",
                    "point at the folder that holds both, where the file is meant"));
            }
            else if (context.Find(path) is { } found)
            {
                files.Add(found);
            }
            else
            {
                context.Findings.Add(new(ReadingCodes.MissingFile, project.Path, 0, 0,
                    $"the project lists '{path}', which is not there",
                    "fetch it, or take it out of the project", IsError: false));
            }
        }

        return files;
    }

    // Packages that no project lists are one for each folder.
    private static List<SsisProject> OfFolders(EstateContext context, ProjectAssembler assembler)
    {
        var loose = context.Files.Where(each => each.Is(".dtsx") && !context.IsTaken(each))
            .GroupBy(each => each.Folder, StringComparer.Ordinal).OrderBy(each => each.Key, StringComparer.Ordinal);
        var projects = new List<SsisProject>();
        foreach (var folder in loose)
        {
            var beside = context.Files.Where(each => each.Folder == folder.Key && !context.IsTaken(each)).ToArray();
            var connections = beside.Where(each => each.Is(".conmgr")).ToArray();
            var parameters = beside.FirstOrDefault(each =>
                each.Name.Equals(ParametersName, StringComparison.OrdinalIgnoreCase));
            projects.Add(assembler.Assemble(
                new()
                {
                    Name = folder.Key[(folder.Key.LastIndexOf('/') + 1)..],
                    File = folder.Key,
                    Deployment = connections.Length > 0 || parameters is not null
                        ? DeploymentModel.Project : DeploymentModel.Package,
                },
                [], folder, connections, parameters));
        }

        return projects;
    }
}

using ArchUnitNET.Domain;

namespace Orchestrator.Tidy.Tests;

/// <summary>
/// Which folder of a project knows which other beside it. A folder and those within it belong together: what these know
/// of one another counts nowhere.
/// </summary>
internal static class FolderLinks
{
    public static HashSet<FolderLink> Of(IEnumerable<IType> types) =>
    [
        .. types.SelectMany(type => type.Dependencies
                .Select(dependency => (From: Product.SpaceOf(type), To: Product.SpaceOf(dependency.Target))))
            .Distinct()
            .Select(pair => Between(pair.From, pair.To)).OfType<FolderLink>(),
    ];

    /// <summary>The links that lead back to where they began, over others.</summary>
    public static IEnumerable<FolderLink> InCircles(IReadOnlyCollection<FolderLink> links)
    {
        var known = links.ToLookup(link => (link.Place, link.From), link => link.To);
        return links.Where(link => LeadsBack(link, known));
    }

    private static FolderLink? Between(string from, string to)
    {
        var project = Product.ProjectOf(from);
        if (project.Length == 0 || project != Product.ProjectOf(to))
        {
            return null;
        }

        var (knowing, known) = (FoldersOf(from, project), FoldersOf(to, project));
        var shared = knowing.Zip(known).TakeWhile(pair => pair.First == pair.Second).Count();
        return shared < knowing.Length && shared < known.Length
            ? new FolderLink(string.Join('/', knowing.Take(shared).Prepend(project)), knowing[shared], known[shared])
            : null;
    }

    private static string[] FoldersOf(string space, string project) =>
        space[(Product.Prefix.Length + project.Length)..].Split('.', StringSplitOptions.RemoveEmptyEntries);

    private static bool LeadsBack(FolderLink link, ILookup<(string Place, string From), string> known)
    {
        HashSet<string> seen = [link.To];
        Queue<string> next = new(seen);
        while (next.TryDequeue(out var folder))
        {
            foreach (var further in known[(link.Place, folder)].Where(seen.Add))
            {
                next.Enqueue(further);
            }
        }

        return seen.Contains(link.From);
    }
}

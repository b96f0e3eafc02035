using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Names that are not there, stand twice, or differ in nothing but case.</summary>
internal static class DeclaredNames
{
    /// <summary>Reports a name that nothing bears, unless a file that could not be read may declare it.</summary>
    public static void UnknownName(this LoadContext context, string code, string what, YamlScalar name,
        IEnumerable<string> known)
    {
        if (context.MayBeUnread(name.Text.Split('/')[^1]) || context.MayBeUnread(name.Text.Split('/')[0]))
        {
            return;
        }

        var words = known.Distinct().ToArray();
        var nearest = Nearest.Find(name.Text, words);
        var hint = words.Length switch
        {
            0 => $"there is no {what} at all: declare one",
            <= 8 => "there is: " + string.Join(", ", words),
            _ => $"declare it, or take one of the {words.Length} that there are",
        };
        context.Bag.Error(code, name.At, $"the {what} '{name.Text}' is not known", nearest is null ? hint : null,
            nearest is null ? null : new Fix(name.At, name.Length, nearest));
    }

    /// <summary>
    /// Refuses a name that cannot stand in an address or a path: `/` parts the names there, and `.` and `..`, encoded
    /// or not, are taken for the place itself and the one above it.
    /// </summary>
    /// <param name="context">Takes the mistake.</param>
    /// <param name="at">Where the name is written.</param>
    /// <param name="name">The name.</param>
    /// <param name="parted">What `/` parts: the two names that are written with it.</param>
    public static void Addressable(this LoadContext context, Origin at, string name, string parted)
    {
        if (name.Contains('/', StringComparison.Ordinal))
        {
            context.Bag.Error("ORC1044", at, $"the name '{name}' holds '/', which parts {parted}",
                "put another character in its place");
        }
        else if (name is "." or "..")
        {
            context.Bag.Error("ORC1044", at,
                $"the name '{name}' stands for a place in addresses and paths, which its pages could not have",
                "give it another name");
        }
    }

    public static void Duplicates(LoadContext context, string what, IEnumerable<Draft> drafts)
    {
        var exact = new Dictionary<string, Origin>(StringComparer.Ordinal);
        var folded = new Dictionary<string, Draft>(StringComparer.OrdinalIgnoreCase);
        foreach (var draft in drafts)
        {
            if (!exact.TryAdd(draft.Name, draft.At))
            {
                context.Bag.Error("ORC1020", draft.At, $"the {what} '{draft.Name}' is declared twice, first at "
                    + $"{exact[draft.Name]}", "rename or remove one of the two",
                    new Fix(draft.At, draft.Length, Free(draft.Name, exact)));
            }
            else if (!folded.TryAdd(draft.Name, draft))
            {
                context.Bag.Error("ORC1037", draft.At, $"the {what} '{draft.Name}' differs only in case from "
                    + $"'{folded[draft.Name].Name}' at {folded[draft.Name].At}: one table or file would be both",
                    "rename one of the two", new Fix(draft.At, draft.Length, Free(draft.Name, exact)));
            }
        }
    }

    private static string Free(string name, Dictionary<string, Origin> taken)
    {
        var number = 2;
        while (taken.ContainsKey($"{name}{number}"))
        {
            number++;
        }

        return $"{name}{number}";
    }
}

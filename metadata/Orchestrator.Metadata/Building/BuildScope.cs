using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What building the projects of one batch (or of none) shares.</summary>
internal sealed class BuildScope(LoadContext context, Drafts drafts, IReadOnlyList<Connection> connections)
{
    /// <summary>Whence a variable has the value of a turn.</summary>
    public const string GivenBy = "forEach";

    public LoadContext Context { get; } = context;

    public Drafts Drafts { get; } = drafts;

    public IReadOnlyList<Connection> Connections { get; } = connections;

    /// <summary>The variables by name.</summary>
    public required IReadOnlyDictionary<string, Variable> Variables { get; init; }

    /// <summary>What becomes of types of the source in columns whose type nobody wrote.</summary>
    public IReadOnlyList<TypeMapping> TypeMappings { get; init; } = [];

    /// <summary>The tables of databases that the files below catalog/ keep.</summary>
    public IReadOnlyList<KnownTable> Catalog { get; init; } = [];

    /// <summary>The servers that files come from and go to.</summary>
    public IReadOnlyList<FileServer> FileServers { get; init; } = [];

    /// <summary>How an object without `target.name` is called.</summary>
    public string NamePattern { get; init; } = "@@this";

    /// <summary>The layers above the projects: batch, settings, solution.</summary>
    public required Cascade Above { get; init; }

    /// <summary>The same for an object that `forEach` has made: the variables have the values of its turns. NULL stands
    /// for one that is not known yet.</summary>
    public BuildScope For(IEnumerable<InstanceValue> values)
    {
        var own = new Dictionary<string, Variable>(Variables, StringComparer.Ordinal);
        foreach (var one in values)
        {
            own[one.Variable] = new Variable(one.Variable, one.Type, one.Value, GivenBy, default);
        }

        return With(Context, own);
    }

    /// <summary>The same with a context of its own, whose mistakes are nobody else's.</summary>
    public BuildScope Apart() => With(Context.Apart(), Variables);

    public Connection? Connection(string? name) => Connections.FirstOrDefault(connection => connection.Name == name);

    /// <summary>The connection that is named there; null where there is none (reported).</summary>
    public Connection? KnownConnection(YamlScalar name)
    {
        var found = Connection(name.Text);
        if (found is null)
        {
            Context.UnknownName("ORC1021", "connection", name, Connections.Select(one => one.Name));
        }

        return found;
    }

    private BuildScope With(LoadContext context, IReadOnlyDictionary<string, Variable> variables) =>
        new(context, Drafts, Connections)
        {
            Variables = variables,
            NamePattern = NamePattern,
            TypeMappings = TypeMappings,
            Catalog = Catalog,
            FileServers = FileServers,
            Above = Above,
        };
}

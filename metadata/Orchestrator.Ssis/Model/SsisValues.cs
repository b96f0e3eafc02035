using System.Text.Json.Serialization;

namespace Orchestrator.Ssis.Model;

/// <summary>Types of variables and parameters, whatever numbers a format writes them by.</summary>
public enum SsisValueType
{
    Unknown, Empty, Boolean, Byte, SByte, Char, Int16, UInt16, Int32, UInt32, Int64, UInt64, Single, Double, Decimal,
    DateTime, String, Object,
}

/// <summary>A parameter of a package or of a project.</summary>
public sealed record SsisParameter
{
    public required string Name { get; init; }

    public SsisValueType Type { get; init; }

    /// <summary>The value at design time; <see cref="Secret.Marker"/> where it is sensitive; null = none.</summary>
    public string? Value { get; init; }

    /// <summary>Whether each execution has to give it.</summary>
    public bool IsRequired { get; init; }

    /// <summary>Whether it is declared sensitive.</summary>
    public bool IsSensitive { get; init; }

    public string Description { get; init; } = "";
}

/// <summary>A variable, at the container that declares it.</summary>
public sealed record SsisVariable
{
    /// <summary>`User` mostly; what a package itself declares is never in `System`.</summary>
    public required string Space { get; init; }

    public required string Name { get; init; }

    public SsisValueType Type { get; init; }

    /// <summary>The value at design time; null where it has none, as an object.</summary>
    public string? Value { get; init; }

    /// <summary>The expression that it is evaluated by; null where it is not.</summary>
    public string? Expression { get; init; }

    public bool IsReadOnly { get; init; }

    /// <summary>Whether a change raises an event.</summary>
    public bool RaisesChanges { get; init; }

    public string Description { get; init; } = "";

    /// <summary>The GUID, by which formats 2 and 3 name it in places; may be empty.</summary>
    public string Id { get; init; } = "";

    /// <summary>
    /// The paths of all that may set it while the package runs (results, output parameters, loops, row counts, scripts,
    /// expression tasks), ordered. Empty, and no <see cref="Expression"/> = a constant of the run.
    /// </summary>
    public IReadOnlyList<string> Writers { get; init; } = [];

    /// <summary>The paths of all that name it, ordered, without those that set it.</summary>
    public IReadOnlyList<string> Readers { get; init; } = [];

    /// <summary>The configurations (their names) and calling packages (their files) that give its value before the
    /// run.</summary>
    public IReadOnlyList<string> GivenBy { get; init; } = [];

    /// <summary>Whether its value is the same from the run's begin to its end: nobody sets it, and its expression,
    /// if it has one, names only what is constant.</summary>
    public bool IsConstant { get; init; }

    /// <summary>`User::Name`.</summary>
    [JsonIgnore]
    public string FullName => $"{Space}::{Name}";
}

/// <summary>What stands in the place of a value that must not be known.</summary>
public static class Secret
{
    /// <summary>A placeholder without a name: who emits it gives it the one of its connection or parameter.</summary>
    public const string Marker = "${secret}";
}

/// <summary>A property that is evaluated while the package runs.</summary>
/// <param name="Property">As written: `SqlStatementSource`, `[Lookup].[SqlCommand]`, `ServerName`.</param>
/// <param name="Expression">The expression's text, without secrets.</param>
public sealed record PropertyExpression(string Property, string Expression);

/// <summary>A property of a component, a column and so on, as its file has it.</summary>
/// <param name="Name">As written.</param>
/// <param name="Value">The text; of an array its elements, one a line.</param>
public sealed record SsisProperty(string Name, string Value)
{
    /// <summary>The elements, where the property is an array; null otherwise.</summary>
    public IReadOnlyList<string>? Elements { get; init; }
}

/// <summary>A configuration of the package deployment model.</summary>
public sealed record SsisConfiguration
{
    public required string Name { get; init; }

    public ConfigurationKind Kind { get; init; }

    /// <summary>The file, variable of the environment, registry key, or connection with table and filter.</summary>
    public string Source { get; init; } = "";

    /// <summary>The property that it sets (`\Package.Variables[User::X].Properties[Value]`); empty where the source
    /// itself says it.</summary>
    public string Target { get; init; } = "";

    /// <summary>Values that were found for it (in a .dtsConfig), by the property that they set.</summary>
    public IReadOnlyList<ConfiguredValue> Values { get; init; } = [];
}

/// <summary>Where a configuration has its values from, by the numbers that files hold.</summary>
public enum ConfigurationKind
{
    ParentVariable = 0, XmlFile = 1, EnvironmentVariable = 2, RegistryEntry = 3, ParentVariableIndirect = 4,
    XmlFileIndirect = 5, RegistryEntryIndirect = 6, Table = 7, TableIndirect = 8, Unknown = 99,
}

/// <summary>One value of a .dtsConfig.</summary>
/// <param name="Target">The property that it sets.</param>
/// <param name="Type">Its type as written (`String`).</param>
/// <param name="Value">The value, without secrets.</param>
public sealed record ConfiguredValue(string Target, string Type, string Value);

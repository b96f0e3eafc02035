namespace Orchestrator.Metadata.Schema;

/// <summary>What may stand behind a key. Reading, suggestions and the JSON schema all follow it.</summary>
internal abstract record Shape
{
    /// <summary>The words behind "expected `key` to be …".</summary>
    public abstract string Expected { get; }
}

/// <summary>How a text is meant, which decides what is checked in it.</summary>
internal enum TextForm
{
    /// <summary>Any text; `${env:…}` is resolved.</summary>
    Free,

    /// <summary>A name; not empty, no control characters, no blanks around it.</summary>
    Name,

    /// <summary>A name of a column, which databases and sheets have with blanks around it, too.</summary>
    NameOfColumn,

    /// <summary>A name in which `${var:…}` of `forEach` may stand.</summary>
    NameOfEach,

    /// <summary>SQL: `${…}` has no place in it.</summary>
    Sql,

    /// <summary>Place of a connection: `${env:…}` stays for the run.</summary>
    Place,

    /// <summary>A value: `${env:…}` is resolved, `${var:…}` stays for who knows the variables.</summary>
    Value,

    /// <summary>The default of a variable: `${env:…}` is resolved, `${run:asOf}` stays.</summary>
    Default,

    /// <summary>Text of a database: it stays as it is, whatever it holds.</summary>
    Verbatim,

    /// <summary>Connection text: `${env:…}` and `${secret:…}` stay for the run, and it is never repeated.</summary>
    Secret,

    /// <summary>Text of a message: `${env:…}`, `${var:…}` and what is known of a run stay for the run.</summary>
    Message,

    /// <summary>What is sent to another server, and to whom: as connection text, and `${var:…}` stays for who knows the
    /// variables.</summary>
    Sent,

    /// <summary>
    /// What a procedure is given: a value, for which a bound of a watermark may stand, or facts of the run and of
    /// packages, which stay for the run.
    /// </summary>
    Argument,

    /// <summary>SQL in which `${name:…}` stands for a name that the run knows, and nothing else.</summary>
    SqlWithNames,

    /// <summary>A name in which `${name:…}` may stand.</summary>
    NameOfRun,

    /// <summary>A fact of the run or of a package, which stays for the run.</summary>
    Fact,
}

/// <summary>Text.</summary>
internal sealed record TextShape(TextForm Form = TextForm.Free) : Shape
{
    /// <summary>Whether it is a name, whatever may stand in it.</summary>
    public bool IsName => Form is TextForm.Name or TextForm.NameOfColumn or TextForm.NameOfEach
        or TextForm.NameOfRun;

    public override string Expected => IsName ? "a name" : "text";
}

/// <summary>true or false.</summary>
internal sealed record FlagShape : Shape
{
    public override string Expected => "true or false";
}

/// <summary>true, false, or an expression over variables.</summary>
internal sealed record ConditionShape : Shape
{
    public override string Expected => "true, false or an expression over variables";
}

/// <summary>A whole number from Min to Max; a limit also takes −1.</summary>
internal sealed record NumberShape(
    long Min, bool IsLimit = false, string? AllWord = null, long Max = int.MaxValue) : Shape
{
    public override string Expected => IsLimit
        ? "-1 or a whole number from 1 on"
        : $"a whole number{Range}{(AllWord is null ? "" : $" or '{AllWord}'")}";

    private string Range => Max < int.MaxValue ? $" from {Min} to {Max}" : Min > int.MinValue ? $" from {Min} on" : "";
}

/// <summary>A span of time: 90s, 1h30m, 400d.</summary>
internal sealed record DurationShape : Shape
{
    public override string Expected => "a duration such as 500ms, 90s, 10m, 1h30m or 2d";
}

/// <summary>When a relaxed database is flushed: package, level, run, every 30s.</summary>
internal sealed record FlushShape : Shape
{
    public override string Expected => "package, level, run or 'every' with a duration from 1s to 1h, as in every 30s";
}

/// <summary>A number of bytes: 16MB.</summary>
internal sealed record SizeShape : Shape
{
    public override string Expected => "a size such as 64KB, 16MB or 100GB";
}

/// <summary>A SQL Server type name.</summary>
internal sealed record DataTypeShape : Shape
{
    public override string Expected => "a data type such as int, decimal(9,2) or nvarchar(max)";
}

/// <summary>One of some words.</summary>
internal sealed record WordShape(IReadOnlyList<string> Words) : Shape
{
    /// <summary>The word that is most likely meant by what others write, in small letters.</summary>
    public IReadOnlyDictionary<string, string> Otherwise { get; init; } = new Dictionary<string, string>();

    public override string Expected => Words.Count == 1 ? Words[0] : "one of " + string.Join(", ", Words);
}

/// <summary>A date that no version reaches, or null.</summary>
internal sealed record OpenEndShape : Shape
{
    public override string Expected => "a date such as \"9999-12-31\", or null";
}

/// <summary>A word, or null.</summary>
internal sealed record WordOrNullShape(string Word) : Shape
{
    public override string Expected => $"{Word} or null";
}

/// <summary>A list of one shape.</summary>
internal sealed record ListShape(Shape Item) : Shape
{
    /// <summary>Whether an item that is there already is a mistake.</summary>
    public bool IsDistinct { get; init; }

    /// <summary>Whether a list of nothing is a mistake: it says what leaving the key out says, or less.</summary>
    public bool NeedsOne { get; init; }

    public override string Expected => "a list";
}

/// <summary>A map of any names to one shape.</summary>
internal sealed record NamedShape(Shape Value) : Shape
{
    public override string Expected => "a map of names";
}

/// <summary>Several shapes; the kind of the node (text, list, map) tells which.</summary>
internal sealed record EitherShape(params Shape[] Options) : Shape
{
    public override string Expected => string.Join(" or ", Options.Select(option => option.Expected));
}

/// <summary>A map with known keys.</summary>
/// <param name="Title">What it describes, for messages: "a container".</param>
/// <param name="Keys">The keys.</param>
internal sealed record MapShape(string Title, IReadOnlyList<Key> Keys) : Shape
{
    private readonly Dictionary<string, Key> _byName = Keys.ToDictionary(key => key.Name, StringComparer.Ordinal);

    /// <summary>Whether a map of nothing is a mistake: it says what leaving the key out says.</summary>
    public bool NeedsOne { get; init; }

    public override string Expected => "a map";

    public Key? Find(string name) => _byName.GetValueOrDefault(name);
}

/// <summary>A key: its name, what it takes, and what it is for in one sentence.</summary>
internal sealed record Key(string Name, Shape Shape, string Summary)
{
    /// <summary>Whether the map is wrong without it.</summary>
    public bool IsRequired { get; init; }
}

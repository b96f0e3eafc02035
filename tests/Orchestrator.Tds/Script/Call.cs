namespace Orchestrator.Tds;

/// <summary>A parameter as it was sent.</summary>
public sealed record Parameter(string Name, TdsType Type, object? Value, bool IsOutput)
{
    /// <inheritdoc/>
    public override string ToString() =>
        $"{Name}{(Name.Length > 0 ? " " : "")}{Type}{(IsOutput ? " output" : "")} = {ValueText.Show(Value)}";
}

/// <summary>The call of a procedure; a statement with parameters is a call of sp_executesql.</summary>
public sealed class Call : Request
{
    private readonly Parameter[] _all;
    private readonly int _own;

    internal Call(Session session, string procedure, Parameter[] all)
        : base(session)
    {
        (Procedure, _all) = (procedure, all);
        (var statement, _own) = procedure.ToLowerInvariant() switch
        {
            "sp_executesql" => (0, 2),
            "sp_prepexec" => (2, 3),
            "sp_prepare" => (2, all.Length),
            "sp_execute" => (-1, 1),
            _ => (-1, 0),
        };
        Sql = statement >= 0 ? (string?)all[statement].Value : _own == 1 ? session.Prepared((int)all[0].Value!) : null;
    }

    /// <summary>The procedure's name as it was sent.</summary>
    public string Procedure { get; }

    /// <inheritdoc/>
    public override string? Sql { get; }

    /// <summary>The parameters of the procedure or statement, without those that sp_executesql adds.</summary>
    public IReadOnlyList<Parameter> Parameters => _all.AsSpan(Math.Min(_own, _all.Length)).ToArray();

    /// <summary>The value of the parameter of that name.</summary>
    public object? this[string name] => Parameters.First(one => one.Name == name).Value;

    /// <summary>All parameters that want a value back, with their place.</summary>
    internal IEnumerable<(int Ordinal, Parameter Parameter)> Outputs => _all.Index().Where(one => one.Item.IsOutput);

    /// <summary>Whether the server is to remember the statement; its number goes back as the first output.</summary>
    internal bool IsPreparing => Sql is not null && Procedure is "sp_prepexec" or "sp_prepare";

    /// <inheritdoc/>
    public override string ToString()
    {
        var parameters = string.Join(", ", Parameters);
        return Sql is null
            ? $"call {Procedure} {parameters}".TrimEnd()
            : $"{Procedure} {OneLine(Sql)}{(parameters.Length > 0 ? $" | {parameters}" : "")}";
    }
}

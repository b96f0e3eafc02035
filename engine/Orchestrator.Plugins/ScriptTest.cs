using System.Text.RegularExpressions;

namespace Orchestrator.Plugins;

/// <summary>
/// Runs a class of kind script with what a test of its author gives it: no database, no folder, no metadata.
/// </summary>
public sealed class ScriptTest : IScriptContext
{
    private readonly Dictionary<string, object> _reads = [];
    private readonly Dictionary<string, string?> _variables = [];
    private readonly Dictionary<string, byte[]> _files = [];
    private readonly Dictionary<string, object?> _set = [];
    private readonly List<string> _executed = [];
    private readonly List<string> _log = [];

    public string Package { get; init; } = "Test/script";

    public long Run { get; init; } = 1;

    public long Attempt { get; init; } = 1;

    public CancellationToken Cancellation { get; init; }

    /// <summary>What it logged.</summary>
    public IReadOnlyList<string> Logged => _log;

    /// <summary>What it has set: a value, or its rows.</summary>
    public IReadOnlyDictionary<string, object?> Values => _set;

    /// <summary>The statements that it has run, each as "connection: statement".</summary>
    public IReadOnlyList<string> Executed => _executed;

    /// <summary>The files that it was given or has written, by "connection/file".</summary>
    public IReadOnlyDictionary<string, byte[]> Written => _files;

    /// <summary>The rows that a query in a connection gives, whatever it asks.</summary>
    public ScriptTest WithRead<T>(string connection, params T[] rows)
    {
        _reads[connection] = rows;
        return this;
    }

    /// <summary>The value of a variable.</summary>
    public ScriptTest WithVariable(string name, string? value)
    {
        _variables[name] = value;
        return this;
    }

    /// <summary>A file in the folder of a connection.</summary>
    public ScriptTest WithFile(string connection, string file, byte[] content)
    {
        _files[$"{connection}/{file}"] = content;
        return this;
    }

    /// <summary>Runs a class to its end.</summary>
    /// <exception cref="Exception">What it threw.</exception>
    public ScriptTest Ran<TOptions>(ScriptTask<TOptions> task, TOptions options)
        where TOptions : class
    {
        ArgumentNullException.ThrowIfNull(task);
        task.RunWith(options, this);
        return this;
    }

    public string? Variable(string name) => _variables.TryGetValue(name, out var value) ? value
        : throw new ArgumentException($"the test has no variable '{name}'", nameof(name));

    public string Secret(string name) => $"secret of {name}";

    public void Log(string message)
    {
        lock (_log)
        {
            _log.Add(message);
        }
    }

    public void Set(string name, object? value)
    {
        if (!_set.TryAdd(name, value))
        {
            throw new InvalidOperationException($"'{name}' is set twice");
        }
    }

    public void SetRows(string name, IEnumerable<IReadOnlyList<object?>> rows) => Set(name, rows.ToArray());

    public IReadOnlyList<T> Read<T>(string connection, string sql, params (string Name, object? Value)[] values) =>
        _reads.GetValueOrDefault(connection) as T[] ?? throw new InvalidOperationException(
            $"the test has no rows of type {typeof(T).Name} for '{connection}'");

    public long Execute(string connection, string sql, params (string Name, object? Value)[] values)
    {
        _executed.Add($"{connection}: {sql}");
        return 0;
    }

    public IReadOnlyList<string> Files(string connection, string pattern)
    {
        var wanted = Regex.Escape($"{connection}/{pattern}").Replace(@"\*", "[^/]*", StringComparison.Ordinal)
            .Replace(@"\?", "[^/]", StringComparison.Ordinal);
        return [.. _files.Keys.Where(file => Regex.IsMatch(file, $"^{wanted}$"))
            .Select(file => file[(connection.Length + 1)..]).Order(StringComparer.Ordinal)];
    }

    public Stream OpenFile(string connection, string file) =>
        _files.TryGetValue($"{connection}/{file}", out var content) ? new MemoryStream(content, writable: false)
            : throw new FileNotFoundException($"the test has no file '{connection}/{file}'");

    public void WriteFile(string connection, string file, Action<Stream> write)
    {
        ArgumentNullException.ThrowIfNull(write);
        using var content = new MemoryStream();
        write(content);
        _files[$"{connection}/{file}"] = content.ToArray();
    }
}

using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Packages.Flows;
using Orchestrator.Packages.Store;
using Orchestrator.Plugins;

namespace Orchestrator.Packages.Scripts;

/// <summary>What the class of one attempt is given. Disposing closes what it has opened.</summary>
internal sealed class ScriptHost : IScriptContext, IDisposable
{
    private readonly PackageContext _context;
    private readonly ScriptValues _values;
    private readonly ScriptDatabases _databases;
    private readonly ScriptFiles _files;

    public ScriptHost(PackageContext context)
    {
        _context = context;
        _values = new ScriptValues(context);
        _databases = new ScriptDatabases(context);
        _files = new ScriptFiles(context);
    }

    /// <summary>The first refusal of what the class has asked for; null = there was none.</summary>
    public PackageRefusedException? Refusal { get; private set; }

    /// <summary>What it has set, by the names of the variables.</summary>
    public IReadOnlyDictionary<string, RunValue> Sets => _values.Sets;

    public string Package => _context.Object.FullName;

    public long Run => _context.Run;

    public long Attempt => _context.AttemptId;

    public CancellationToken Cancellation => _context.Cancellation;

    public string? Variable(string name) => Kept(() => PluginVariables.Of(_context, name, ScriptReach.Code));

    public string Secret(string name) => _context.Resolve($"${{secret:{name}}}");

    public void Log(string message) => _context.Message(message);

    public void Set(string name, object? value) => Done(() => _values.Set(name, [[value]], isRows: false));

    public void SetRows(string name, IEnumerable<IReadOnlyList<object?>> rows) =>
        Done(() => _values.Set(name, [.. rows.Take(RunValue.RowsMax + 1)], isRows: true));

    public IReadOnlyList<T> Read<T>(string connection, string sql, params (string Name, object? Value)[] values) =>
        Kept(() => _databases.Read<T>(connection, sql, values));

    public long Execute(string connection, string sql, params (string Name, object? Value)[] values) =>
        Kept(() => _databases.Execute(connection, sql, values));

    public IReadOnlyList<string> Files(string connection, string pattern) =>
        Kept(() => _files.Find(connection, pattern));

    public Stream OpenFile(string connection, string file) => Kept(() => _files.Open(connection, file));

    public void WriteFile(string connection, string file, Action<Stream> write)
    {
        ArgumentNullException.ThrowIfNull(write);
        Done(() => _files.Write(connection, file, write));
    }

    /// <summary>The class has returned.</summary>
    /// <exception cref="PackageRefusedException">It did something that was refused, or has not set all values.
    /// </exception>
    public void End()
    {
        if (Refusal is { } refusal)
        {
            throw refusal;
        }

        _values.End();
    }

    public void Dispose() => _files.Dispose();

    private void Done(Action ask) => Kept(() =>
    {
        ask();
        return true;
    });

    // A class may catch what it likes, and go on as if it had not been refused.
    private T Kept<T>(Func<T> ask)
    {
        try
        {
            return ask();
        }
        catch (PackageRefusedException refused) when (refused.Error.Class is ErrorClass.Config
            or ErrorClass.OutcomeUnknown || refused.Error.Code == ScriptValues.Code)
        {
            Refusal ??= refused;
            throw;
        }
    }
}

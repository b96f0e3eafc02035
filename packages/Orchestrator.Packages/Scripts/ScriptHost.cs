using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;
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
    private int _uses;
    private int _isOver;

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

    public string Secret(string name) => Kept(() => _context.Resolve($"${{secret:{name}}}"));

    // Who is left behind by a class may still say something, and nobody hears what that throws.
    public void Log(string message)
    {
        if (Volatile.Read(ref _isOver) == 0)
        {
            _context.Message(message);
        }
    }

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
    /// <exception cref="PackageRefusedException">It did something that was refused, has left a thread at work, or has
    /// not set all values.</exception>
    public void End()
    {
        Interlocked.Exchange(ref _isOver, 1);
        if (Refusal is { } refusal)
        {
            throw refusal;
        }

        if (Volatile.Read(ref _uses) > 0)
        {
            throw new PackageRefusedException("ORC3641", ErrorClass.Data, KindTable.Script.Word,
                $"'{_context.Object.Plugin!.Class}' has returned while another thread of its was still at work with "
                + "what it is given. Let it wait for its threads and tasks before it returns.");
        }

        _values.End();
    }

    public void Dispose()
    {
        Interlocked.Exchange(ref _isOver, 1);
        _files.Dispose();
    }

    private void Done(Action ask) => Kept(() =>
    {
        ask();
        return true;
    });

    // A class may catch what it likes, and go on as if it had not been refused.
    private T Kept<T>(Func<T> ask)
    {
        Interlocked.Increment(ref _uses);
        try
        {
            return Volatile.Read(ref _isOver) == 0 ? ask() : throw new InvalidOperationException(
                $"the attempt of '{Package}' is over, and what its class was given with it");
        }
        catch (PackageRefusedException refused) when (refused.Error.Class is ErrorClass.Config
            or ErrorClass.OutcomeUnknown || refused.Error.Code == ScriptValues.Code)
        {
            Refusal ??= refused;
            throw;
        }
        finally
        {
            Interlocked.Decrement(ref _uses);
        }
    }
}

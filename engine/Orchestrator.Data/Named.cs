namespace Orchestrator.Data;

/// <summary>
/// Things by their names: the one of exactly that name, else the first whose name the platform takes for it, as a
/// database may tell names apart which its driver does not.
/// </summary>
/// <typeparam name="TName">How a name is written.</typeparam>
/// <typeparam name="T">What bears it.</typeparam>
public sealed class Named<TName, T>
    where TName : notnull
    where T : class
{
    private readonly Func<TName, object> _fold;
    private readonly Dictionary<TName, T> _exact = [];
    private readonly Dictionary<object, T> _folded = [];

    /// <summary>Things; of several with one name the first counts.</summary>
    /// <param name="all">The things.</param>
    /// <param name="nameOf">The name of one.</param>
    /// <param name="fold">A name as the platform compares it.</param>
    public Named(IEnumerable<T> all, Func<T, TName> nameOf, Func<TName, object> fold)
    {
        _fold = fold;
        foreach (var one in all)
        {
            _exact.TryAdd(nameOf(one), one);
            _folded.TryAdd(fold(nameOf(one)), one);
        }
    }

    /// <summary>All of them, each name once.</summary>
    public IReadOnlyCollection<T> All => _exact.Values;

    /// <summary>What bears the name; null where nothing does.</summary>
    public T? Find(TName name) => _exact.GetValueOrDefault(name) ?? _folded.GetValueOrDefault(_fold(name));
}

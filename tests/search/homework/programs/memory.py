"""Searches that change a frontier or forget nodes, right and wrong. The name is the bug."""

import heapq
import itertools
import math


class Heap:
    """The recipe of heapq's documentation, with a decrease-key."""

    def __init__(self, mode):
        self.entries, self.finder, self.mode, self.count = [], {}, mode, itertools.count()

    def put(self, item, priority):
        old = self.finder.get(item)
        if old is not None and self.mode == "in place":
            old[0] = priority
            return
        if old is not None:
            old[-1] = None
        if old is None or self.mode != "removed":
            self.finder[item] = [priority, next(self.count), item]
            heapq.heappush(self.entries, self.finder[item])

    def pop(self):
        while self.entries:
            item = heapq.heappop(self.entries)[-1]
            if item is not None:
                self.finder.pop(item, None)
                return item
        return None


def decreasing(problem, heuristic, mode=""):
    heap, g, parents, closed = Heap(mode), {problem.start: 0}, {}, set()
    heap.put(problem.start, 0)
    while (state := heap.pop()) is not None:
        if problem.is_goal(state):
            actions = []
            while state in parents:
                state, action = parents[state]
                actions.append(action)
            return actions[::-1]
        closed.add(state)
        for action, after in problem.successors(state):
            if after not in closed and g[state] + 1 < g.get(after, math.inf):
                if mode != "old parent" or after not in parents:
                    parents[after] = state, action
                f = g[state] + 1 + heuristic(after)
                if mode != "old g" or after not in g:
                    g[after] = g[state] + 1
                heap.put(after, f)
    return None


def astar_decrease_key(problem, heuristic):
    return decreasing(problem, heuristic)


def astar_in_place(problem, heuristic):
    return decreasing(problem, heuristic, "in place")


def astar_removed(problem, heuristic):
    return decreasing(problem, heuristic, "removed")


def astar_old_g(problem, heuristic):
    return decreasing(problem, heuristic, "old g")


def astar_old_parent(problem, heuristic):
    return decreasing(problem, heuristic, "old parent")


class Node:
    def __init__(self, state, g, h, before=None, action=None):
        self.state, self.g, self.h, self.before, self.action = state, g, h, before, action

    def __lt__(self, other):
        return self.h < other.h

    def actions(self):
        return [*self.before.actions(), self.action] if self.before else []


class NodeByState(Node):
    def __lt__(self, other):
        return self.state < other.state


def nodes_in_a_heap(problem, heuristic, kind):
    heap, closed = [kind(problem.start, 0, 0)], set()
    while heap:
        node = heapq.heappop(heap)
        if problem.is_goal(node.state):
            return node.actions()
        if node.state not in closed:
            closed.add(node.state)
            for action, after in problem.successors(node.state):
                heapq.heappush(heap, kind(after, node.g + 1, heuristic(after), node, action))
    return None


def astar_nodes_by_h(problem, heuristic):
    return nodes_in_a_heap(problem, heuristic, Node)


def astar_nodes_by_state(problem, heuristic):
    return nodes_in_a_heap(problem, heuristic, NodeByState)


def recursive(problem, h, inherits=True, back=min, limit=min, is_stored=True, rank=None):
    """RBFS as in Russell and Norvig."""
    rank = rank or (lambda g, state: g + h(state))

    def visit(node, f, most):
        if problem.is_goal(node.state):
            return node, f
        nodes = [
            [max(rank(node.g + 1, after), f if inherits else 0), number, after, action]
            for number, (action, after) in enumerate(problem.successors(node.state))
            if node.before is None or after != node.before.state
        ]
        while True:
            nodes.sort(key=lambda each: each[:2])
            best, other = nodes[0], nodes[1][0] if len(nodes) > 1 else math.inf
            if best[0] > most:
                return None, back(best[0], other) if back is not min else best[0]
            child = Node(best[2], node.g + 1, 0, node, best[3])
            found, value = visit(child, best[0], limit(most, other))
            if found:
                return found, value
            if is_stored:
                best[0] = value

    start = Node(problem.start, 0, 0)
    return visit(start, rank(0, problem.start), math.inf)[0].actions()


def rbfs(problem, heuristic):
    return recursive(problem, heuristic)


def rbfs_not_inherited(problem, heuristic):
    return recursive(problem, heuristic, inherits=False)


def rbfs_second(problem, heuristic):
    return recursive(problem, heuristic, back=max)


def rbfs_not_stored(problem, heuristic):
    return recursive(problem, heuristic, is_stored=False)


def rbfs_alternative(problem, heuristic):
    return recursive(problem, heuristic, limit=lambda most, other: other)


def rbfs_only_h(problem, heuristic):
    return recursive(problem, heuristic, rank=lambda g, state: heuristic(state))


class Leaf:
    def __init__(self, state, f, before=None, action=None):
        self.state, self.f, self.before, self.action = state, f, before, action
        self.g = before.g + 1 if before else 0
        self.children, self.forgotten, self.is_expanded = {}, {}, False

    def actions(self):
        return [*self.before.actions(), self.action] if self.before else []


def bounded(problem, h, size, mode=""):
    """SMA*: a node with a forgotten successor that is its best one is a leaf again."""
    nodes = [Leaf(problem.start, h(problem.start))]

    def is_leaf(node):
        best = min((each.f for each in node.children.values()), default=math.inf)
        return not node.is_expanded or min(node.forgotten.values(), default=math.inf) <= best

    while nodes:
        node = min(filter(is_leaf, nodes), key=lambda each: (each.f, -each.g))
        if node.f == math.inf:
            return None
        if problem.is_goal(node.state):
            return node.actions()
        for action, after in problem.successors(node.state):
            if action not in node.children and (not node.before or after != node.before.state):
                f = max(node.f, node.g + 1 + h(after), node.forgotten.get(action, 0))
                node.children[action] = Leaf(after, f, node, action)
                nodes.append(node.children[action])
        node.is_expanded, node.forgotten, up = True, {}, node
        while up:
            up.f = min([each.f for each in up.children.values()] + [*up.forgotten.values()])
            up = up.before
        while len(nodes) > size:
            ends = [each for each in nodes if each.before not in (None, node) and not each.children]
            choose = min if mode == "best" else max
            worst = choose(ends, key=lambda each: (each.f, -each.g))
            nodes.remove(worst)
            del worst.before.children[worst.action]
            before = worst.before
            before.forgotten[worst.action] = (
                before.g + h(before.state) if mode == "old f" else worst.f
            )
    return None


def sma(problem, heuristic):
    return bounded(problem, heuristic, 40)


def sma_old_f(problem, heuristic):
    return bounded(problem, heuristic, 40, "old f")

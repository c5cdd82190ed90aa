"""Detectors that cases.py measures, with heads as GluonCV has them, for Gluon and for torch.

All return rows of (class, score, left, top, right, bottom). They are not trained: the biases of
their scores are those of a trained network, so that few boxes pass the thresholds.
"""

from __future__ import annotations

# What both read: sizes of anchors, and the anchors.
TABLES = """
import numpy as np

CLASSES = 20  # of Pascal VOC
VGG16 = ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3))  # channels and number of convolutions
# of each map of SSD-300: elements along an edge, pixels from one to the next, two sizes of anchors,
# ratios of their edges
SSD_MAPS = (
    (38, 8, 30, 60, (2, 0.5)), (19, 16, 60, 111, (2, 0.5, 3, 1 / 3)),
    (10, 32, 111, 162, (2, 0.5, 3, 1 / 3)), (5, 64, 162, 213, (2, 0.5, 3, 1 / 3)),
    (3, 100, 213, 264, (2, 0.5)), (1, 300, 264, 315, (2, 0.5)))
SSD_EXTRAS = ((256, 512, 2, 1), (128, 256, 2, 1), (128, 256, 1, 0), (128, 256, 1, 0))
DARKNET = ((64, 1), (128, 2), (256, 8), (512, 8), (1024, 4))  # channels and number of blocks
# of each map of YOLOv3: channels, pixels from one element to the next, sizes of anchors
YOLO_MAPS = (
    (512, 32, ((116, 90), (156, 198), (373, 326))), (256, 16, ((30, 61), (62, 45), (59, 119))),
    (128, 8, ((10, 13), (16, 30), (33, 23))))
PROPOSALS = 50  # of Faster R-CNN, whose last stage runs once for each
PICTURE = (320, 480)  # what it sees
SPREAD = (0.1, 0.1, 0.2, 0.2)  # standard deviations of what networks say of boxes
UNLIKELY = -5.0  # bias of a score; half of it for one anchor of maps up to 13 elements wide

def centers(height, width, step, sizes):
    # anchors as (x, y, width, height): (1, 1, height, width, 4 * sizes)
    y, x = np.mgrid[:height, :width].astype("float32") * step + 0.5 * step
    boxes = [np.stack([x, y, np.full_like(x, w), np.full_like(x, h)], -1) for w, h in sizes]
    return np.concatenate(boxes, -1)[None, None]

def ssd_anchors(cells, step, small, large, ratios):
    sizes = [(small, small), ((small * large) ** 0.5,) * 2]
    sizes += [(small * ratio**0.5, small / ratio**0.5) for ratio in ratios]
    return centers(cells, cells, step, sizes)

def rpn_anchors(height, width):
    edges = [(16 * scale, ratio**0.5) for ratio in (0.5, 1, 2) for scale in (2, 4, 8, 16, 32)]
    return centers(height, width, 16, [(edge / root, edge * root) for edge, root in edges])

def biases(anchors, numbers, place, cells):
    # of the numbers of each anchor, the one at a place is the bias of a score
    values = np.zeros((anchors, numbers), "float32")
    values[:, place] = UNLIKELY
    if cells <= 13:
        values[0, place] /= 2
    return values.ravel()

def maps_of(stages, x):  # what each stage of a network makes of what the one before did
    maps = [x]
    for stage in stages:
        maps.append(stage(maps[-1]))
    return maps[1:]
"""

GLUON = """
def leaky(F, x):
    return F.LeakyReLU(x, act_type="leaky", slope=0.1)

class Anchors(gluon.HybridBlock):
    def __init__(self, values, size=4):
        super().__init__()
        self.size = size
        self.values = self.params.get_constant("values", nd.array(values))
    def hybrid_forward(self, F, x, values):
        return F.slice_like(values, x * 0, axes=(2, 3)).reshape((1, -1, self.size))

def decode(F, moves, anchors):
    x, y, width, height = F.split(anchors, axis=-1, num_outputs=4)
    a, b, c, d = F.split(moves, axis=-1, num_outputs=4)
    x = F.broadcast_add(F.broadcast_mul(a * SPREAD[0], width), x)
    y = F.broadcast_add(F.broadcast_mul(b * SPREAD[1], height), y)
    across = F.broadcast_mul(F.exp(c * SPREAD[2]), width) / 2
    down = F.broadcast_mul(F.exp(d * SPREAD[3]), height) / 2
    return F.concat(x - across, y - down, x + across, y + down, dim=-1)

def by_class(F, scores, threshold):
    # of scores with the background first: class and score of those above a threshold
    scores = F.slice_axis(scores, axis=-1, begin=1, end=None)
    first = F.zeros_like(F.slice_axis(scores, axis=-1, begin=0, end=1))
    ids = F.concat(*(first + i for i in range(CLASSES)), dim=-1)
    above = scores > threshold
    return F.where(above, ids, F.ones_like(ids) * -1), F.where(above, scores, F.zeros_like(scores))

def best(F, boxes):
    boxes = F.contrib.box_nms(
        boxes, overlap_thresh=0.45, valid_thresh=0.01, topk=400, id_index=0, score_index=1,
        coord_start=2, force_suppress=False)
    return F.slice_axis(boxes, axis=1, begin=0, end=100)

def layer(*arguments):
    return nn.Conv2D(*arguments, activation="relu")

class Scaled(gluon.HybridBlock):  # the norm over channels, times a factor for each
    def __init__(self, channels):
        super().__init__()
        self.factor = self.params.get("factor", shape=(1, channels, 1, 1), init="ones")
    def hybrid_forward(self, F, x, factor):
        return F.broadcast_mul(F.L2Normalization(x, mode="channel"), factor)

class SSD(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        stages = []
        for channels, count in VGG16:
            stages.append(stack(*(layer(channels, 3, 1, 1) for _ in range(count))))
        halve = [nn.MaxPool2D(2, 2, ceil_mode=True) for _ in range(4)]
        self.first = stack(
            stages[0], halve[0], stages[1], halve[1], stages[2], halve[2], stages[3])
        self.scaled = Scaled(512)
        self.parts = stack(stack(
            halve[3], stages[4], nn.MaxPool2D(3, 1, 1), layer(1024, 3, 1, 6, 6), layer(1024, 1)))
        for narrow, wide, stride, padding in SSD_EXTRAS:
            self.parts.add(stack(layer(narrow, 1), layer(wide, 3, stride, padding)))
        self.scores, self.moves, self.anchors = stack(), stack(), stack()
        for part in SSD_MAPS:
            count = 2 + len(part[-1])
            bias = mx.init.Constant(nd.array(-biases(count, CLASSES + 1, 0, part[0])))
            self.scores.add(nn.Conv2D(count * (CLASSES + 1), 3, 1, 1, bias_initializer=bias))
            self.moves.add(nn.Conv2D(count * 4, 3, 1, 1))
            self.anchors.add(Anchors(ssd_anchors(*part)))
    def hybrid_forward(self, F, x):
        x = self.first(x)
        maps = [self.scaled(x)]
        for part in self.parts:
            x = part(x)
            maps.append(x)
        def joined(heads, size):
            rows = [F.flatten(F.transpose(head(x), (0, 2, 3, 1))) for head, x in zip(heads, maps)]
            return F.concat(*rows, dim=1).reshape((0, -1, size))
        anchors = [part(x).reshape((1, -1)) for part, x in zip(self.anchors, maps)]
        boxes = decode(F, joined(self.moves, 4), F.concat(*anchors, dim=1).reshape((1, -1, 4)))
        ids, scores = by_class(F, F.softmax(joined(self.scores, CLASSES + 1), axis=-1), 0.01)
        rows = [
            F.concat(
                F.slice_axis(ids, axis=-1, begin=i, end=i + 1),
                F.slice_axis(scores, axis=-1, begin=i, end=i + 1), boxes, dim=-1)
            for i in range(CLASSES)]
        return best(F, F.concat(*rows, dim=1))

class YoloOutput(gluon.HybridBlock):
    def __init__(self, stride, sizes):
        super().__init__()
        self.stride, self.count = stride, CLASSES + 5
        bias = mx.init.Constant(nd.array(biases(3, self.count, 4, 416 // stride)))
        self.prediction = nn.Conv2D(3 * self.count, 1, bias_initializer=bias)
        self.sizes = self.params.get_constant("sizes", nd.array(sizes).reshape((1, 1, 3, 2)))
        y, x = np.mgrid[:64, :64].astype("float32")
        self.offsets = Anchors(np.stack([x, y], -1)[None, None], 2)
    def hybrid_forward(self, F, x, sizes):
        y = self.prediction(x).reshape((0, 3 * self.count, -1)).transpose((0, 2, 1))
        y = y.reshape((0, -1, 3, self.count))
        ends = (0, 2, 4, 5, None)
        middle, scale, object, classes = (
            F.slice_axis(y, axis=-1, begin=i, end=j) for i, j in zip(ends, ends[1:]))
        offsets = self.offsets(x).reshape((1, -1, 1, 2))
        middle = F.broadcast_add(F.sigmoid(middle), offsets) * self.stride
        half = F.broadcast_mul(F.exp(scale), sizes) / 2
        scores = F.broadcast_mul(F.sigmoid(classes), F.sigmoid(object))
        boxes = F.tile(F.concat(middle - half, middle + half, dim=-1), reps=(CLASSES, 1, 1, 1, 1))
        scores = F.transpose(scores, axes=(3, 0, 1, 2)).expand_dims(axis=-1)
        ids = F.broadcast_add(scores * 0, F.arange(0, CLASSES).reshape((0, 1, 1, 1, 1)))
        rows = F.concat(ids, scores, boxes, dim=-1)
        return F.reshape(F.transpose(rows, axes=(1, 0, 2, 3, 4)), (0, -1, 6))

def narrow_and_wide(channels, count):
    return [convolution(channels * (1 + i % 2), 1 + 2 * (i % 2), act=leaky) for i in range(count)]

class YOLO(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        parts, self.stages = [convolution(32, 3, act=leaky)], stack()
        for channels, count in DARKNET:
            parts.append(convolution(channels, 3, 2, act=leaky))
            for _ in range(count):
                parts.append(Residual(stack(*narrow_and_wide(channels // 2, 2)), None))
            if channels >= 256:
                self.stages.add(stack(*parts))
                parts = []
        self.bodies, self.tips, self.outputs_, self.lateral = (stack() for _ in range(4))
        for channels, stride, sizes in YOLO_MAPS:
            self.bodies.add(stack(*narrow_and_wide(channels, 5)))
            self.tips.add(convolution(channels * 2, 3, act=leaky))
            self.outputs_.add(YoloOutput(stride, sizes))
            if channels > 128:
                self.lateral.add(convolution(channels // 2, 1, act=leaky))
    def hybrid_forward(self, F, x):
        maps, found = maps_of(self.stages, x), []
        x = maps[-1]
        for i in range(3):
            if i:
                x = F.repeat(self.lateral[i - 1](x), axis=-1, repeats=2)
                x = F.repeat(x, axis=-2, repeats=2)
                x = F.concat(F.slice_like(x, maps[2 - i] * 0, axes=(2, 3)), maps[2 - i], dim=1)
            x = self.bodies[i](x)
            found.append(self.outputs_[i](self.tips[i](x)))
        return best(F, F.concat(*found, dim=1))

def bottlenecks(channels, count, stride):
    parts = []
    for i in range(count):
        body = stack(
            convolution(channels, 1, act=relu),
            convolution(channels, 3, 1 if i else stride, act=relu),
            convolution(4 * channels, 1, act=None))
        shortcut = None if i else convolution(4 * channels, 1, stride, act=None)
        parts.append(Residual(body, shortcut, relu))
    return stack(*parts)

class FasterRCNN(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        *stages, last = BOTTLENECKS
        self.features = stack(
            convolution(64, 7, 2, act=relu), nn.MaxPool2D(3, 2, 1),
            *(bottlenecks(*stage) for stage in stages))
        self.shared, self.top = layer(512, 3, 1, 1), bottlenecks(*last)
        self.score, self.move = nn.Conv2D(15, 1), nn.Conv2D(60, 1)
        self.anchors = Anchors(rpn_anchors(64, 64))
        self.pool, self.classes = nn.GlobalAvgPool2D(), nn.Dense(CLASSES + 1)
        self.boxes = nn.Dense(4 * CLASSES)
    def hybrid_forward(self, F, x):
        x = self.features(x)
        proposals = F.slice_axis(self.propose(F, x), axis=-1, begin=1, end=None)
        image = F.zeros_like(F.slice_axis(proposals, axis=-1, begin=0, end=1))
        rois = F.concat(image, proposals, dim=-1).reshape((-1, 5))
        parts = F.contrib.ROIAlign(
            x, rois, pooled_size=(14, 14), spatial_scale=1 / 16, sample_ratio=2)
        parts = self.pool(self.top(parts))
        ids, scores = by_class(F, F.softmax(self.classes(parts), axis=-1), 0.0001)
        ids, scores = (F.transpose(a, axes=(1, 0)).expand_dims(axis=-1) for a in (ids, scores))
        moves = self.boxes(parts).reshape((0, -1, 4)).transpose((1, 0, 2))
        left, top, right, bottom = F.split(proposals, axis=-1, num_outputs=4)
        width, height = right - left, bottom - top
        middles = F.concat(left + width / 2, top + height / 2, width, height, dim=-1)
        rows = F.concat(ids, scores, decode(F, moves, middles), dim=-1)
        rows = F.contrib.box_nms(
            rows, overlap_thresh=0.5, valid_thresh=0.0001, topk=400, id_index=0, score_index=1,
            coord_start=2, force_suppress=True)
        return rows.reshape((-3, 0))
    def propose(self, F, x):
        y = self.shared(x)
        scores = F.sigmoid(self.score(y).transpose((0, 2, 3, 1)).reshape((0, -1, 1)))
        moves = self.move(y).transpose((0, 2, 3, 1)).reshape((0, -1, 4))
        left, top, right, bottom = F.split(
            decode(F, moves, self.anchors(y)), axis=-1, num_outputs=4)
        left, right = (F.clip(a, 0, PICTURE[1] - 1) for a in (left, right))
        top, bottom = (F.clip(a, 0, PICTURE[0] - 1) for a in (top, bottom))
        small = ((right - left + 1) < 16) + ((bottom - top + 1) < 16)
        gone = F.ones_like(small) * -1
        rows = [F.where(small, gone, a) for a in (scores, left, top, right, bottom)]
        rows = F.contrib.box_nms(
            F.concat(*rows, dim=-1), overlap_thresh=0.7, topk=6000, coord_start=1, score_index=0,
            id_index=-1, force_suppress=True)
        return F.slice_axis(rows, axis=1, begin=0, end=PROPOSALS)
"""

TORCH = """
import functools
leaky = functools.partial(nn.LeakyReLU, 0.1)

def decode(moves, anchors):
    a, b, c, d = (moves * torch.tensor(SPREAD)).unbind(-1)
    x, y, width, height = anchors.unbind(-1)
    x, y = a * width + x, b * height + y
    across, down = c.exp() * width / 2, d.exp() * height / 2
    return torch.stack([x - across, y - down, x + across, y + down], -1)

def suppressed(boxes, threshold, limit=None):
    # boxes have the best first; the next one that is left takes out what it overlaps
    area = (boxes[:, 2:] - boxes[:, :2]).clamp(min=0).prod(1)
    left, kept = torch.arange(len(boxes)), []
    while len(left) and (limit is None or len(kept) < limit):
        first, left = left[0], left[1:]
        kept.append(first)
        box, others = boxes[first], boxes[left]
        common = torch.minimum(others[:, 2:], box[2:]) - torch.maximum(others[:, :2], box[:2])
        common = common.clamp_(min=0).prod(1)
        left = left[common <= threshold * (area[left] + area[first] - common)]
    return torch.stack(kept) if kept else left

def best(scores, boxes, threshold=0.01, overlap=0.45, count=400, limit=100):
    # scores (boxes, classes), boxes (boxes, 4) or (boxes, classes, 4); classes never meet
    box, kind = (scores > threshold).nonzero().unbind(1)
    values, order = scores[box, kind].topk(min(count, len(box)))
    box, kind = box[order], kind[order]
    boxes = boxes[box] if boxes.ndim == 2 else boxes[box, kind]
    kept = suppressed(boxes + 10000.0 * kind[:, None], overlap)[:limit]
    return torch.cat([kind[kept, None], values[kept, None], boxes[kept]], 1)

def layer(*arguments):
    return nn.Sequential(nn.Conv2d(*arguments), nn.ReLU(inplace=True))

class SSD(nn.Module):
    def __init__(self):
        super().__init__()
        stages, inputs = [], 3
        for channels, count in VGG16:
            parts = []
            for _ in range(count):
                parts.append(layer(inputs, channels, 3, 1, 1))
                inputs = channels
            stages.append(nn.Sequential(*parts))
        halve = [nn.MaxPool2d(2, 2, ceil_mode=True) for _ in range(4)]
        self.first = nn.Sequential(
            stages[0], halve[0], stages[1], halve[1], stages[2], halve[2], stages[3])
        self.factor = nn.Parameter(torch.ones(1, 512, 1, 1))
        self.parts = nn.ModuleList([nn.Sequential(
            halve[3], stages[4], nn.MaxPool2d(3, 1, 1), layer(512, 1024, 3, 1, 6, 6),
            layer(1024, 1024, 1))])
        inputs, sizes = 1024, [512, 1024]
        for narrow, wide, stride, padding in SSD_EXTRAS:
            self.parts.append(
                nn.Sequential(layer(inputs, narrow, 1), layer(narrow, wide, 3, stride, padding)))
            sizes.append(wide)
            inputs = wide
        self.scores, self.moves, anchors = nn.ModuleList(), nn.ModuleList(), []
        for part, inputs in zip(SSD_MAPS, sizes):
            count = 2 + len(part[-1])
            self.scores.append(nn.Conv2d(inputs, count * (CLASSES + 1), 3, 1, 1))
            bias = -biases(count, CLASSES + 1, 0, part[0])
            self.scores[-1].bias.data.copy_(torch.tensor(bias))
            self.moves.append(nn.Conv2d(inputs, count * 4, 3, 1, 1))
            anchors.append(torch.tensor(ssd_anchors(*part)).reshape(-1, 4))
        self.anchors = torch.cat(anchors)
    def forward(self, x):
        x = self.first(x)
        maps = [nn.functional.normalize(x) * self.factor]
        for part in self.parts:
            x = part(x)
            maps.append(x)
        def joined(heads, size):
            rows = [head(x).permute(0, 2, 3, 1).flatten() for head, x in zip(heads, maps)]
            return torch.cat(rows).view(-1, size)
        scores = joined(self.scores, CLASSES + 1).softmax(-1)[:, 1:]
        return best(scores, decode(joined(self.moves, 4), self.anchors))

def narrow_and_wide(inputs, channels, count):
    parts = []
    for i in range(count):
        wide = channels * (1 + i % 2)
        parts.append(convolution(inputs, wide, 1 + 2 * (i % 2), act=leaky))
        inputs = wide
    return nn.Sequential(*parts)

class YoloOutput(nn.Module):
    def __init__(self, inputs, stride, sizes):
        super().__init__()
        self.stride, self.count = stride, CLASSES + 5
        self.prediction = nn.Conv2d(inputs, 3 * self.count, 1)
        bias = biases(3, self.count, 4, 416 // stride)
        self.prediction.bias.data.copy_(torch.tensor(bias))
        self.sizes = torch.tensor(sizes, dtype=torch.float32)
    def forward(self, x):
        height, width = x.shape[2:]
        y = self.prediction(x).flatten(2).transpose(1, 2).reshape(height, width, 3, self.count)
        rows, columns = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
        offsets = torch.stack([columns, rows], -1)[:, :, None]
        middle = (y[..., :2].sigmoid() + offsets) * self.stride
        half = y[..., 2:4].exp() * self.sizes / 2
        scores = y[..., 5:].sigmoid() * y[..., 4:5].sigmoid()
        boxes = torch.cat([middle - half, middle + half], -1)
        return scores.reshape(-1, CLASSES), boxes.view(-1, 4)

class YOLO(nn.Module):
    def __init__(self):
        super().__init__()
        parts, self.stages, inputs = [convolution(3, 32, 3, act=leaky)], nn.ModuleList(), 32
        for channels, count in DARKNET:
            parts.append(convolution(inputs, channels, 3, 2, act=leaky))
            for _ in range(count):
                parts.append(Residual(narrow_and_wide(channels, channels // 2, 2), None))
            inputs = channels
            if channels >= 256:
                self.stages.append(nn.Sequential(*parts))
                parts = []
        self.bodies, self.tips, self.outputs, self.lateral = (nn.ModuleList() for _ in range(4))
        for (channels, stride, sizes), inputs in zip(YOLO_MAPS, (1024, 768, 384)):
            self.bodies.append(narrow_and_wide(inputs, channels, 5))
            self.tips.append(convolution(channels, channels * 2, 3, act=leaky))
            self.outputs.append(YoloOutput(channels * 2, stride, sizes))
            if channels > 128:
                self.lateral.append(convolution(channels, channels // 2, 1, act=leaky))
    def forward(self, x):
        maps, found = maps_of(self.stages, x), []
        x = maps[-1]
        for i in range(3):
            if i:
                x = nn.functional.interpolate(self.lateral[i - 1](x), scale_factor=2)
                x = torch.cat([x, maps[2 - i]], 1)
            x = self.bodies[i](x)
            found.append(self.outputs[i](self.tips[i](x)))
        return best(*(torch.cat(parts) for parts in zip(*found)))

def bottlenecks(inputs, channels, count, stride):
    parts = []
    for i in range(count):
        body = nn.Sequential(
            convolution(inputs, channels, 1),
            convolution(channels, channels, 3, 1 if i else stride),
            convolution(channels, 4 * channels, 1, act=None))
        shortcut = None if i else convolution(inputs, 4 * channels, 1, stride, act=None)
        parts.append(Residual(body, shortcut, torch.relu_))
        inputs = 4 * channels
    return nn.Sequential(*parts)

def aligned(x, boxes, bins, scale):
    # the mean of two by two places in each bin, read between elements
    height, width = x.shape[2:]
    left, top, right, bottom = (boxes * scale).unbind(1)
    steps = (torch.arange(2 * bins) + 0.5) / (2 * bins)
    x_places = left[:, None] + (right - left).clamp(min=1)[:, None] * steps
    y_places = top[:, None] + (bottom - top).clamp(min=1)[:, None] * steps
    x_places, y_places = x_places / (width - 1) * 2 - 1, y_places / (height - 1) * 2 - 1
    shape = (len(boxes), 2 * bins, 2 * bins)
    grid = torch.stack([x_places[:, None].expand(shape), y_places[:, :, None].expand(shape)], -1)
    values = nn.functional.grid_sample(
        x, grid.view(1, -1, 2 * bins, 2), padding_mode="border", align_corners=True)
    values = nn.functional.avg_pool2d(values, 2)
    return values.view(x.shape[1], len(boxes), bins, bins).transpose(0, 1)

class FasterRCNN(nn.Module):
    def __init__(self):
        super().__init__()
        parts, inputs = [convolution(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)], 64
        for channels, count, stride in BOTTLENECKS[:3]:
            parts.append(bottlenecks(inputs, channels, count, stride))
            inputs = 4 * channels
        self.features, self.top = nn.Sequential(*parts), bottlenecks(inputs, *BOTTLENECKS[3])
        self.shared = layer(inputs, 512, 3, 1, 1)
        self.score, self.move = nn.Conv2d(512, 15, 1), nn.Conv2d(512, 60, 1)
        self.classes, self.boxes = nn.Linear(2048, CLASSES + 1), nn.Linear(2048, 4 * CLASSES)
        self.anchors = torch.tensor(rpn_anchors(PICTURE[0] // 16, PICTURE[1] // 16)).view(-1, 4)
    def forward(self, x):
        x = self.features(x)
        proposals = self.propose(x)
        parts = self.top(aligned(x, proposals, 14, 1 / 16)).mean((2, 3))
        scores = self.classes(parts).softmax(-1)[:, 1:]
        left, top, right, bottom = proposals.unbind(1)
        width, height = right - left, bottom - top
        middles = torch.stack([left + width / 2, top + height / 2, width, height], -1)[:, None]
        boxes = decode(self.boxes(parts).view(-1, CLASSES, 4), middles)
        return best(scores, boxes, 0.0001, 0.5, len(parts) * CLASSES, None)
    def propose(self, x):
        y = self.shared(x)
        scores = self.score(y).permute(0, 2, 3, 1).flatten().sigmoid()
        moves = self.move(y).permute(0, 2, 3, 1).reshape(-1, 4)
        boxes = decode(moves, self.anchors)
        boxes[:, 0::2].clamp_(0, PICTURE[1] - 1)
        boxes[:, 1::2].clamp_(0, PICTURE[0] - 1)
        large = ((boxes[:, 2:] - boxes[:, :2] + 1) >= 16).all(1).nonzero().squeeze(1)
        order = large[scores[large].topk(min(6000, len(large))).indices]
        boxes = boxes[order]
        return boxes[suppressed(boxes, 0.7, PROPOSALS)]
"""
